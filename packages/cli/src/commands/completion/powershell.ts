import type { CompletionTable, Flag, Word } from "./table.ts";

/** For Windows PowerShell 5 and PowerShell 7; where nothing is offered the shell itself completes files. */
export function powershellScript({ verbs, options }: CompletionTable): string {
  const start = [...verbs.map(({ name, summary }) => ({ word: name, meaning: summary })), ...flagWords(options)];
  const flags = [...options, ...verbs.flatMap((verb) => verb.options)].filter(({ takesValue }) => takesValue);
  const values = new Map(flags.flatMap((flag) => flag.names.map((name) => [name, flag.words])));
  const places = verbs.flatMap((verb) => {
    const own = flagWords([...verb.options, ...options]);
    const single = verb.places.map(({ words }, place) => entry(`${verb.name} ${place}`, [...words, ...own]));
    return [...single, entry(verb.name, [...verb.rest.words, ...own])];
  });
  return `# Completion of dailyleet for PowerShell. In $PROFILE: dailyleet completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName dailyleet -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $values = @{
${[...values].map(([name, words]) => entry(name, words)).join("\n")}
  }
  $places = @{
${[entry("", start), ...places].join("\n")}
  }
  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $verb = ''
  $place = 0
  for ($i = 1; $i -lt $before.Count; $i++) {
    if ($values.ContainsKey($before[$i])) { $i++; continue }
    if ($before[$i].StartsWith('-')) { continue }
    if ($verb -eq '') { $verb = $before[$i] } else { $place++ }
  }
  $offered = $places["$verb $place"]
  if ($null -eq $offered) { $offered = $places[$verb] }
  if ($before.Count -gt 1 -and $values.ContainsKey($before[-1])) { $offered = $values[$before[-1]] }
  if ($null -ne $offered) {
    $offered.GetEnumerator() | Where-Object { $_.Key -like "$wordToComplete*" } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)
    }
  }
}
`;
}

function flagWords(flags: readonly Flag[]): Word[] {
  return flags.flatMap(({ names, summary }) => names.map((word) => ({ word, meaning: summary })));
}

function entry(key: string, words: readonly Word[]): string {
  // A table with two keys that differ in case only is no PowerShell.
  const unique = new Map(words.map((word) => [word.word.toLowerCase(), word]));
  const pairs = [...unique.values()].map(({ word, meaning }) => `${quote(word)} = ${quote(meaning)}`);
  return `    ${quote(key)} = [ordered]@{ ${pairs.join("; ")} }`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
