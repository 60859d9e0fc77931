import { closedPath, createPersonStore, namedPath, openPath, saveChanges } from "@dailyleet/core";
import {
  createDocumentStore,
  createOutbox,
  createProfile,
  findProfile,
  lastDone,
  listProfiles,
  readPersonData,
  recordChanges,
  removeProfile,
  renameProfile,
} from "@dailyleet/local";
import { expect, test } from "vitest";
import { profileWith } from "../../../packages/local/src/storage/profiles.ts";
import { setting, tick } from "../../support/changes.ts";
import { cellWrite, openForTest, tempDatabase } from "../support/database.ts";

const TODAY = { year: 2026, month: 6, day: 10 };

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
  expect(profileWith(database, made.uid)).toEqual(made);
  expect(profileWith(database, "nobody")).toBeNull();
});

test.each([
  "",
  "   ",
  "x".repeat(41),
  "a\u0000b",
  "a\nb",
  "\u202eevil",
  "\u200b",
  "\ud800",
  "a\u2028b",
  "Yo\u200bu",
  "Yo\u00adu",
])("%j is no name", (name) => {
  const database = tempDatabase();
  expect(() => createProfile(database, name)).toThrow(
    expect.objectContaining({ code: "usage", message: expect.stringContaining("1 to 40 visible characters") }),
  );
  expect(listProfiles(database)).toHaveLength(1);
});

test.each(["x".repeat(40), "🎯".repeat(40), "<b>Ann</b>", "O'Neil", "安", "می\u200cخواهم", "__proto__"])(
  "%j is a name",
  (name) => {
    const database = tempDatabase();
    expect(createProfile(database, name).name).toBe(name);
  },
);

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

test("a profile gets another name and stays the same person", () => {
  const database = tempDatabase();
  const ann = createProfile(database, "Ann");
  expect(renameProfile(database, ann, "  Bea ")).toEqual({ uid: ann.uid, name: "Bea" });
  expect(renameProfile(database, ann, "BEA").name).toBe("BEA");
  expect(() => renameProfile(database, ann, "you")).toThrow("There is already a profile 'You'");
  expect(() => renameProfile(database, ann, "")).toThrow("1 to 40 visible characters");
  expect(listProfiles(database).map(({ name }) => name)).toEqual(["You", "BEA"]);
});

test("a profile is removed with all that is kept of it, and nobody else loses anything", async () => {
  const database = tempDatabase();
  const [ann, other] = [createProfile(database, "Ann"), createProfile(database, "Other")];
  const made = { change: tick(2026, 64, 3), was: false };
  for (const { uid } of [ann, other]) {
    const documents = createDocumentStore(database, uid);
    await documents.commit([cellWrite(uid, 64, 3)]);
    await saveChanges(createPersonStore(documents, uid), [setting("list", uid)], TODAY);
    database.run(
      "INSERT INTO documents SELECT ?, fields, updated FROM documents WHERE path = ?",
      closedPath(uid, 2025),
      openPath(uid),
    );
    recordChanges(database, uid, [made], { command: "tick", time: 0 });
    await createOutbox(database).put(uid, [made]);
  }
  const settingsOf = ({ uid }: typeof ann) => readPersonData(database, uid, TODAY.year).settings;
  expect([ann, other].map(settingsOf)).toEqual([ann, other].map(({ uid }) => ({ list: { value: uid } })));
  removeProfile(database, ann);
  expect([ann, other].map(settingsOf)).toEqual([{}, { list: { value: other.uid } }]);
  expect(listProfiles(database).map(({ name }) => name)).toEqual(["You", "Other"]);
  const paths = database.all<{ path: string }>("SELECT path FROM documents ORDER BY path");
  expect(paths.map(({ path }) => path)).toEqual([
    openPath(other.uid),
    namedPath(other.uid, "settings"),
    closedPath(other.uid, 2025),
  ]);
  expect([lastDone(database, ann.uid), await createOutbox(database).list(ann.uid)]).toEqual([null, []]);
  expect(lastDone(database, other.uid)?.command).toBe("tick");
  expect(await createOutbox(database).list(other.uid)).toHaveLength(1);
  await expect(createDocumentStore(database, ann.uid).commit([cellWrite(ann.uid, 1, 1)])).rejects.toThrow(
    "this profile was removed",
  );
});
