import { jsonSheetAddress } from "@dailyleet/core";
import { expect, test } from "vitest";

const BASE = "https://docs.google.com/spreadsheets/d/1aB_-9";
const RIGHT = `${BASE}/gviz/tq?tqx=out:json`;

test.each([
  [`${BASE}/edit`, RIGHT],
  [`${BASE}/edit?usp=sharing`, RIGHT],
  [`${BASE}/edit#gid=0`, `${RIGHT}&gid=0`],
  [`${BASE}/edit?gid=7#gid=7`, `${RIGHT}&gid=7`],
  [`${BASE}/edit?pli=1&gid=7#range=A1&gid=42`, `${RIGHT}&gid=42`],
  [`${BASE}/edit#gid=x`, RIGHT],
  [`${BASE}`, RIGHT],
  [`${BASE}/`, RIGHT],
  [`${BASE}/view`, RIGHT],
  [`${BASE}/htmlview?gid=3`, `${RIGHT}&gid=3`],
  [`${BASE}/export?format=csv&gid=3`, `${RIGHT}&gid=3`],
  [`${BASE}/pubhtml`, RIGHT],
  [`${BASE}/gviz/tq?tqx=out:csv&gid=3`, `${RIGHT}&gid=3`],
  [`${BASE}/gviz/tq?tqx=reqId:1;out%3Ahtml`, RIGHT],
  [`${BASE}/gviz/tq?tqx=out:csv&sheet=Sheet+2&headers=1`, `${RIGHT}&sheet=Sheet+2&headers=1`],
  [`${BASE}/edit#gid=7&range=A1`, `${RIGHT}&gid=7`],
  ["https://docs.google.com/spreadsheets/u/1/d/1aB_-9/edit", RIGHT],
])("%s is meant as %s", (address, right) => {
  expect(jsonSheetAddress(address)).toBe(right);
  expect(jsonSheetAddress(right)).toBeNull();
});

test.each([
  RIGHT,
  `${RIGHT}&gid=3&headers=1`,
  `${BASE}/gviz/tq`,
  `${BASE}/gviz/tq?gid=3`,
  `${BASE}/gviz/tq?tqx=reqId:1;out:json&sheet=Questions`,
  "https://docs.google.com/spreadsheets/d/e/2PACX-1v/pubhtml",
  "https://docs.google.com/document/d/1aB/edit",
  "https://example.com/spreadsheets/d/1aB/edit",
  "https://docs.google.com.evil.example/spreadsheets/d/1aB/edit",
  "no address",
])("%s stays as it is", (address) => {
  expect(jsonSheetAddress(address)).toBeNull();
});
