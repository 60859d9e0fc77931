export { yearPicture } from "@dailyleet/core";
