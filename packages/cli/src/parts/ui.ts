export { showUi } from "../ui/showUi.tsx";
