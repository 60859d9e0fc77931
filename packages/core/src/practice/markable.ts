/**
 * Firestore takes field paths of less than 1,500 bytes in a mask, and a mark's path goes on behind the question's name:
 * https://firebase.google.com/docs/firestore/quotas
 */
const MAX_NAME_BYTES = 1499 - "marks..YYYY-MM-DD".length;

/** Whether a question can have marks: its key has to be a name that Firestore allows for a field. */
export function isMarkable(question: string): boolean {
  if (question === "" || !question.isWellFormed() || /^__.*__$/s.test(question)) return false;
  const bytes = encodeURIComponent(question).replace(/%../g, "?").length;
  return bytes <= MAX_NAME_BYTES;
}
