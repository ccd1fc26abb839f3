// The output of `samvad --help`. Pure.

import type { Command } from './command.ts'

export function usage(commands: readonly Command[]): string {
  const lines = commands.map((one) => [wordsOf(one), one.summary] as const)
  return `samvad NOUN VERB [--flags] [--json]

${table(lines)}

samvad NOUN VERB --help prints the flags of a command, samvad --version the version. --json prints JSON for programs.
Commands use the same database as the server: DATABASE_URL, or the embedded PostgreSQL in DATA_DIR.
`
}

/** For the commands of one noun. */
export function usageOfNoun(noun: string, commands: readonly Command[]): string {
  return `samvad ${noun} VERB [--flags] [--json]

${table(commands.map((one) => [wordsOf(one), one.summary] as const))}

samvad ${noun} VERB --help shows the flags of a command.
`
}

export function usageOf(command: Command): string {
  const lines = Object.entries(command.options).map(([name, { value, meaning, required, multiple }]) => {
    const notes = [required ? 'required' : '', multiple ? 'repeatable' : ''].filter((note) => note !== '')
    return [
      `--${name}${value === undefined ? '' : ` ${value}`}`,
      `${meaning}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`,
    ] as const
  })
  const words = command.words === undefined ? '' : ` ${command.options[command.words]?.value}...`
  return `samvad ${wordsOf(command)}${words}: ${command.summary}\n\n${table([...lines, ['--json', 'print for machines']])}\n`
}

export function wordsOf({ noun, verb }: Command): string {
  return verb === null ? noun : `${noun} ${verb}`
}

function table(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}
