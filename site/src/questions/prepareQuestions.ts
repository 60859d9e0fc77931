/** Fetches what draws the list of questions and then its sheet, for a list that shows soon; resolves between the two. */
export async function prepareQuestions(): Promise<void> {
  await import("./questions.ts").then(({ fetchQuestions }) => fetchQuestions()).catch(() => {});
}
