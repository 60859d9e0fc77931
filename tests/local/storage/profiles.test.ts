import { createProfile, findProfile, listProfiles } from "@dailyleet/local";
import { expect, test } from "vitest";
import { profileOf } from "../../../packages/local/src/storage/profiles.ts";
import { openForTest, tempDatabase } from "../support/database.ts";

test("profiles are listed in the order in which they were made, You first", () => {
  const database = tempDatabase();
  const zoe = createProfile(database, "Zoe");
  const ann = createProfile(database, "  Ann \t");
  expect(listProfiles(database)).toEqual([expect.objectContaining({ name: "You" }), zoe, ann]);
  expect(ann.name).toBe("Ann");
  expect(listProfiles(openForTest(database.file))).toEqual(listProfiles(database));
});

test("every database has its own You", () => {
  const uids = [tempDatabase(), tempDatabase()].map((database) => listProfiles(database)[0]?.uid);
  expect(new Set(uids).size).toBe(2);
});

test("a profile is found by name in any case and with spaces around, and by uid", () => {
  const database = tempDatabase();
  const made = createProfile(database, "Öykü");
  expect(findProfile(database, " öykü ")).toEqual(made);
  expect(findProfile(database, "YOU").name).toBe("You");
  expect(profileOf(database, made.uid)).toEqual(made);
  expect(profileOf(database, "nobody")).toBeNull();
});

test("a name that nobody has is an error that lists who there is", () => {
  const database = tempDatabase();
  createProfile(database, "Ann");
  expect(() => findProfile(database, "Bob")).toThrow(
    expect.objectContaining({
      code: "usage",
      message: expect.stringContaining("no profile 'Bob'; use one of You, Ann"),
    }),
  );
});

test.each(["", "   ", "x".repeat(41), "a\u0000b", "a\nb", "\u202eevil", "\u200b", "\ud800", "a\u2028b"])(
  "%j is no name",
  (name) => {
    const database = tempDatabase();
    expect(() => createProfile(database, name)).toThrow(
      expect.objectContaining({ code: "usage", message: expect.stringContaining("1 to 40 visible characters") }),
    );
    expect(listProfiles(database)).toHaveLength(1);
  },
);

test.each(["x".repeat(40), "🎯".repeat(40), "<b>Ann</b>", "O'Neil", "安", "__proto__"])("%j is a name", (name) => {
  const database = tempDatabase();
  expect(createProfile(database, name).name).toBe(name);
});

test.each([
  ["you", "You"],
  ["Ann", "ANN"],
  ["Zoë", "zoe\u0308"],
  ["ＡＮＮ", "ann"],
])("'%s' and '%s' are the same name", (first, second) => {
  const database = tempDatabase();
  if (first !== "you") createProfile(database, first);
  expect(() => createProfile(database, second)).toThrow(
    expect.objectContaining({ code: "usage", message: expect.stringContaining("There is already a profile") }),
  );
});
