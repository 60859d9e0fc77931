/**
 * Firestore's limit of a field's path is 1,500 bytes, and that of a mark's goes on behind the question's name:
 * https://firebase.google.com/docs/firestore/quotas
 */
const MAX_NAME_BYTES = 1500 - "marks..YYYY-MM-DD".length;

/** Whether a question can have marks: its key has to be a name that Firestore allows for a field. */
export function isMarkable(question: string): boolean {
  if (question === "" || !question.isWellFormed() || /^__.*__$/s.test(question)) return false;
  const bytes = encodeURIComponent(question).replace(/%../g, "?").length;
  return bytes <= MAX_NAME_BYTES;
}
