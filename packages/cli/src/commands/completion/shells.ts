import type { Context } from "../../context.ts";
import { loadConfig } from "../../files/directories.ts";
import type { Program } from "../../terminal/options.ts";
import {
  type CompletionTable,
  completionTable,
  type Flag,
  knownWords,
  NO_OFFER,
  type Offer,
  type Verb,
  type Word,
} from "./table.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

/** Prints the script that teaches a shell the command table of `program`. */
export async function runCompletion(context: Context, shell: keyof typeof SCRIPTS, program: Program): Promise<void> {
  const known = await knownWords(context, loadConfig(context));
  context.stdout.write(SCRIPTS[shell](completionTable(program, known)));
}

const NOTHING = answer(NO_OFFER);

/** For bash 3.2 and later; files are completed from bash 4 on. */
function bashScript({ verbs, options, values }: CompletionTable): string {
  const places = verbs.flatMap((verb) => [
    [`${verb.name}:*:-*`, wordList(namesOf([...verb.options, ...options]))],
    ...verb.places.map((offer, place) => [`${verb.name}:${place}:*`, answer(offer)] as const),
    [`${verb.name}:*`, answer(verb.rest)],
  ]);
  return `# Completion of dailyleet for bash. In ~/.bashrc: source <(dailyleet completion bash)
_dailyleet() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} verb= place=0 words= i
  COMPREPLY=()
  # Readline takes the '=' of --option=value for a word, and the ':' and '=' of a link.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${[...values.keys()].join(" | ")})
        if [[ \${COMP_WORDS[i + 1]} == = ]]; then ((i++)); fi
        ((i++))
        ;;
      -*) ;;
      : | =) ((i++)) ;;
      *) if [[ $verb ]]; then ((place++)); else verb=\${COMP_WORDS[i]}; fi ;;
    esac
  done
  case $previous in
${[...values].map(([name, offer]) => `    ${name}) ${answer(offer)} ;;`).join("\n")}
    *)
      case $verb:$place:$current in
        :*:-*) ${wordList(namesOf(options))} ;;
        :*) ${wordList(verbs.map(({ name }) => name))} ;;
${places
  .filter(([, action]) => action !== NOTHING)
  .map(([pattern, action]) => `        ${pattern}) ${action} ;;`)
  .join("\n")}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _dailyleet dailyleet
`;
}

function answer({ words, takesFiles }: Offer): string {
  return takesFiles ? "compopt -o default 2> /dev/null" : wordList(words.map(({ word }) => word));
}

function wordList(words: readonly string[]): string {
  return `words='${words.join(" ")}'`;
}

function namesOf(flags: readonly Flag[]): string[] {
  return [...new Set(flags.flatMap(({ names }) => names))];
}

function zshScript({ verbs, options }: CompletionTable): string {
  return `#compdef dailyleet
# Completion of dailyleet for zsh. In ~/.zshrc, after compinit: source <(dailyleet completion zsh)
_dailyleet() {
  local curcontext=$curcontext state line
  local -a commands
  typeset -A opt_args
  commands=(
${verbs.map(({ name, summary }) => `    ${quoteZsh(`${name}:${escapeText(summary)}`)}`).join("\n")}
  )
  _arguments -C \\
${lines(options.flatMap(flagSpecs))} \\
    '1:command:->command' \\
    '*:: :->rest'
  case $state in
    command) _describe command commands ;;
    rest)
      case $words[1] in
${verbs.map((verb) => verbCase(verb, options)).join("\n")}
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = _dailyleet ]; then
  _dailyleet "$@"
else
  compdef _dailyleet dailyleet
fi
`;
}

function verbCase(verb: Verb, common: readonly Flag[]): string {
  const own = namesOf(verb.options);
  const others = common.filter((flag) => !flag.names.some((name) => own.includes(name)));
  const all = [
    ...[...others, ...verb.options].flatMap(flagSpecs),
    ...verb.places.map((offer, place) => quoteZsh(`${place + 1}:value:${action(offer)}`)),
    ...(verb.rest.words.length > 0 ? [quoteZsh(`*:value:${action(verb.rest)}`)] : []),
  ];
  return `        ${verb.name})\n          _arguments \\\n${lines(all)}\n          ;;`;
}

function flagSpecs(flag: Flag): string[] {
  const value = flag.takesValue ? `:value:${action(flag)}` : "";
  return flag.names.map((name) => {
    const joint = flag.takesValue && name.startsWith("--") ? "=" : "";
    return quoteZsh(`${name}${joint}[${escapeText(flag.summary)}]${value}`);
  });
}

/** What `_arguments` shall do to find the values; a space stands for any text. */
function action({ words, takesFiles }: Offer): string {
  if (takesFiles) return "_files";
  const list = words.map(({ word, meaning }) => `${word}\\:"${escapeText(meaning)}"`);
  return list.length === 0 ? " " : `((${list.join(" ")}))`;
}

function escapeText(text: string): string {
  return text.replace(/[\\[\]:"]/g, "\\$&");
}

function quoteZsh(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function lines(specs: readonly string[]): string {
  return specs.map((spec) => `    ${spec}`).join(" \\\n");
}

/** `__dailyleet_place -eq 1` is true at the second argument of a verb. */
function fishScript({ verbs, options, values }: CompletionTable): string {
  return `# Completion of dailyleet for fish. In ~/.config/fish/config.fish: dailyleet completion fish | source
function __dailyleet_place
    set -l place -1
    set -l is_value 0
    for word in (commandline -opc)[2..-1]
        if test $is_value = 1
            set is_value 0
            continue
        end
        switch $word
            case ${[...values.keys()].join(" ")}
                set is_value 1
            case '-*'
            case '*'
                set place (math $place + 1)
        end
    end
    test $place $argv
end
complete -c dailyleet -f
${options.map((flag) => `complete -c dailyleet${flagArguments(flag)}`).join("\n")}
${verbs.flatMap(verbLines).join("\n")}
`;
}

function verbLines(verb: Verb): string[] {
  const seen = `__fish_seen_subcommand_from ${verb.name}`;
  return [
    `complete -c dailyleet -n __fish_use_subcommand -a ${verb.name} -d ${quoteFish(verb.summary)}`,
    ...verb.places.flatMap((offer, place) => offerLines(`${seen}; and __dailyleet_place -eq ${place}`, offer)),
    ...offerLines(`${seen}; and __dailyleet_place -ge ${verb.places.length}`, verb.rest),
    ...verb.options.map((flag) => `complete -c dailyleet -n '${seen}'${flagArguments(flag)}`),
  ];
}

function offerLines(condition: string, { words, takesFiles }: Offer): string[] {
  const start = `complete -c dailyleet -n '${condition}'`;
  return [
    ...(takesFiles ? [`${start} -F`] : []),
    ...words.map(({ word, meaning }) => `${start} -a ${word} -d ${quoteFish(meaning)}`),
  ];
}

function flagArguments(flag: Flag): string {
  const names = flag.names.map((name) => (name.startsWith("--") ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
  return `${names.join("")}${flag.takesValue ? valueArguments(flag) : ""} -d ${quoteFish(flag.summary)}`;
}

function valueArguments({ words, takesFiles }: Offer): string {
  if (takesFiles) return " -r -F";
  return words.length === 0 ? " -x" : ` -x -a ${quoteFish(words.map(({ word }) => word).join(" "))}`;
}

function quoteFish(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** For Windows PowerShell 5 and PowerShell 7; where nothing is offered the shell itself completes files. */
function powershellScript({ verbs, options, values }: CompletionTable): string {
  const start = [...verbs.map(({ name, summary }) => ({ word: name, meaning: summary })), ...flagWords(options)];
  const places = verbs.flatMap((verb) => {
    const own = flagWords([...verb.options, ...options]);
    const single = verb.places.map(({ words }, place) => entry(`${verb.name} ${place}`, [...words, ...own]));
    return [...single, entry(verb.name, [...verb.rest.words, ...own])];
  });
  return `# Completion of dailyleet for PowerShell. In $PROFILE: dailyleet completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName dailyleet -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $values = @{
${[...values].map(([name, { words }]) => entry(name, words)).join("\n")}
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
  const pairs = [...unique.values()].map(
    ({ word, meaning }) => `${quotePowershell(word)} = ${quotePowershell(meaning)}`,
  );
  return `    ${quotePowershell(key)} = [ordered]@{ ${pairs.join("; ")} }`;
}

function quotePowershell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
