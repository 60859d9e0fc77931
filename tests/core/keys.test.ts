import { characterOf } from "@dailyleet/core";
import { expect, it } from "vitest";

it.each([
  ["Persian digits", "۰۱۲۳۴۵", "012345"],
  ["Arabic digits", "١٢٣", "123"],
  ["Devanagari digits", "१२३", "123"],
  ["full width", "１５ｔＴ？／", "15tt?/"],
  ["Caps Lock", "TQ", "tq"],
  ["Russian", "йцукенгшщзйЙТ", "qwertyuiopqqn"],
  ["Ukrainian", "іфк", "sar"],
  ["Greek", "ερτυθιοπασδφγηξκλ", "ertyuiopasdfghjkl"],
  ["Hebrew", "קראטוןםפחל", "ertyuiopjk"],
  ["Arabic", "ضقعخشيتنمظ؟", "qruoadjkl/?"],
  ["Persian", "ضقعخشیتنمزذ؟", "qruoadjklcb?"],
  ["InScript", "ौीहजोरकत", "qrupajkl"],
  ["a superscript, which is no digit", "²", "²"],
  ["a letter of no known keyboard", "ჟ", "ჟ"],
])("a terminal, which tells no place, reads %s as on a US keyboard", (_, typed, expected) => {
  expect(Array.from(typed, (key) => characterOf({ key })).join("")).toBe(expected);
});

it("a named key has its name in small letters", () => {
  expect(characterOf({ key: "Enter" })).toBe("enter");
});
