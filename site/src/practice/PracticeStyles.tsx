import practice from "./practice.css?url";

/** Not in the page's own style sheet, because its first view has nothing of this. What needs it waits for it. */
export function PracticeStyles() {
  return <link rel="stylesheet" href={practice} precedence="default" />;
}
