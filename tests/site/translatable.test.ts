import { globSync } from "node:fs";
import { join, relative } from "node:path";
import { isJsxElement, isJsxExpression, isJsxFragment, isJsxText, type Node } from "typescript/unstable/ast";
import { API, type Checker, type Type, TypeFlags } from "typescript/unstable/sync";
import { expect, it } from "vitest";

const SITE = join(import.meta.dirname, "../../site");
const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.Any | TypeFlags.Unknown;

/** React sets the only text of an element through the element, but looks for any other text node where it left it. */
it("each text of the page stands alone in its element, so that a translator may put another node in its place", () => {
  const api = new API({ cwd: SITE });
  const [project] = api.updateSnapshot({ openProject: join(SITE, "tsconfig.json") }).getProjects();
  if (!project) throw new Error("site/tsconfig.json is no project");
  const files = globSync(join(SITE, "src/**/*.tsx"));
  const found = files.flatMap((file) => {
    const source = project.program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not in the project`);
    return textsBesideOthers(source, project.checker).map((text) => `${relative(SITE, file)}: ${text.trim()}`);
  });
  api.close();
  expect(files).not.toEqual([]);
  expect(found).toEqual([]);
});

function textsBesideOthers(node: Node, checker: Checker): string[] {
  const found: string[] = [];
  if (isJsxElement(node) || isJsxFragment(node)) {
    // JSX drops a line break with its indentation.
    const children = node.children.filter((child) => !isJsxText(child) || /\S|^[^\n]+$/.test(child.text));
    const isHost = isJsxElement(node) && /^[a-z]/.test(node.openingElement.tagName.getText());
    if (!isHost || children.length > 1) {
      found.push(...children.filter((child) => isText(child, checker)).map((child) => child.getText()));
    }
  }
  node.forEachChild((child) => void found.push(...textsBesideOthers(child, checker)));
  return found;
}

function isText(child: Node, checker: Checker): boolean {
  if (isJsxText(child)) return true;
  const expression = isJsxExpression(child) && child.expression;
  return expression ? mayBeText(checker.getTypeAtLocation(expression), checker) : false;
}

function mayBeText(type: Type | undefined, checker: Checker): boolean {
  if (!type) return true;
  if (type.isUnionType()) return type.getTypes().some((part) => mayBeText(part, checker));
  if (type.isTypeReference() && checker.isArrayType(type)) {
    return checker.getTypeArguments(type).some((part) => mayBeText(part, checker));
  }
  // React draws nothing for an empty string.
  if (type.isStringLiteralType() && type.value === "") return false;
  return (type.flags & TEXT) !== 0;
}
