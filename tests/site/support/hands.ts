import { expect } from "vitest";

/** A person's actions on the page in this process, and the elements that they see. Actions wait for their elements. */

type Name = string | RegExp;

/** The visible elements of this selector, optionally only those with this name. */
export function shown<E extends HTMLElement = HTMLElement>(selector: string, name?: Name): E[] {
  const all = [...document.querySelectorAll<E>(selector)];
  return all.filter((one) => (name === undefined || fits(nameOf(one), name)) && isShown(one));
}

const isShown = (element: Element) => element.closest("[hidden]") === null;

/** Waits for a visible element of this selector and name, and returns the first. */
export async function find(selector: string, name?: Name): Promise<HTMLElement> {
  const look = () => shown(selector, name)[0];
  await expect
    .poll(() => look() !== undefined, { interval: 25 })
    .toBe(true)
    .catch(() => {
      const names = shown(selector).map(nameOf);
      throw new Error(`no ${selector} '${name ?? ""}', but ${JSON.stringify(names).slice(0, 500)}`);
    });
  return look() as HTMLElement;
}

export const textsOf = (selector: string): string[] => shown(selector).map(textOf);

export async function click(selector: string, name?: Name): Promise<void> {
  const found = await find(selector, name);
  found.focus();
  found.click();
}

export const clickButton = (name: Name, within = "body") => click(`${within} :is(button, a, summary)`, name);

/** Presses a key on the focused element. Enter also clicks a button, as in a browser. */
export function press(key: string, more: KeyboardEventInit = {}): void {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  if (target.dispatchEvent(event) && key === "Enter" && target instanceof HTMLButtonElement) target.click();
}

/** Enters a text into a field, or chooses an option by its value. */
export async function fill(label: Name, value: string): Promise<void> {
  const field = (await find("input, select", label)) as HTMLInputElement;
  field.focus();
  // React ignores a value that is set through the element's own property, so use the prototype's setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

export const focused = () => nameOf(document.activeElement as HTMLElement);

const fits = (text: string, wanted: Name) => (typeof wanted === "string" ? text === wanted : wanted.test(text));

/** The accessible name of an element. */
function nameOf(element: HTMLElement): string {
  const labels =
    element
      .getAttribute("aria-labelledby")
      ?.split(" ")
      .map((id) => document.getElementById(id)) ?? [];
  const [label] = (element as HTMLInputElement).labels ?? [];
  const named = labels[0] ?? label;
  return element.getAttribute("aria-label") ?? textOf(named ?? element);
}

const textOf = ({ textContent }: Element): string => (textContent ?? "").replace(/\s+/g, " ").trim();
