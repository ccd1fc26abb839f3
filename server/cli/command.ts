// Declaration of a `bin/samvad` command: its words, options, and action.

import type pg from 'pg'
import type { App } from '#kit/app.ts'
import type { Settings } from '#kit/settings.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** May be given several times. */
  multiple?: true
  required?: true
  /** The value's placeholder in the usage text, such as EMAIL. */
  value?: string
  meaning: string
  /** Allows several lines; other values are one line, as in the API. */
  isNote?: true
}

export type Options = Record<string, Option>

type Value<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : O extends { required: true }
      ? string
      : string | undefined

export interface Context<O extends Options> {
  app: App
  /** For commands that need a connection of their own. */
  connection: pg.ClientConfig
  options: { [Name in keyof O]: Value<O[Name]> }
  /** Prints intermediate output of a command that continues; one line each in JSON. */
  say: (outcome: Pick<Outcome, 'data' | 'lines'>) => void
}

/** Of a command that is given no database: it does without, finds the one that runs, or makes one. */
export type AloneContext<O extends Options> = Omit<Context<O>, 'app' | 'connection'> & {
  settings: Settings
  /** For how long the command has run, in milliseconds; what limits its whole time begins there. */
  age: () => number
}

export interface Outcome {
  /** What --json prints. */
  data: unknown
  /** What people read, a line each: printed so that nothing in it steers a terminal. */
  lines: readonly string[]
  /** 0 unless the answer is itself bad news. */
  exitCode?: number
  /** Already printed by `say`. */
  isSaid?: true
  /** Colours a line, where a terminal shows it. */
  paint?: (line: string) => string
  /** Standard output took something else, so it goes to standard error. */
  isBesideOutput?: boolean
}

interface Words<O extends Options> {
  noun: string
  /** Null for a command of one word. */
  verb: string | null
  summary: string
  options: O
  /** The option that words without a flag are values of; one that may be given several times. */
  words?: keyof O & string
}

interface WithDatabase<O extends Options> extends Words<O> {
  /** Reads or removes attachments: refuses when their store is not accessible. */
  usesStore?: true
  /** May create a new database; other commands refuse when there is none. */
  makesDatabase?: true
  run(context: Context<O>): Promise<Outcome>
}

interface Alone<O extends Options> extends Words<O> {
  usesStore?: never
  run(context: AloneContext<O>): Promise<Outcome>
}

type DatabaseCommand = WithDatabase<Options> & { opensDatabase: true }
type AloneCommand = Alone<Options> & { opensDatabase: false }

export type Command = DatabaseCommand | AloneCommand

/** A command, with its options typed by their declaration. */
export function command<const O extends Options>(declared: WithDatabase<O>): DatabaseCommand {
  return { ...declared, opensDatabase: true } as unknown as DatabaseCommand
}

/** One for which nothing is opened before it runs. */
export function commandAlone<const O extends Options>(declared: Alone<O>): AloneCommand {
  return { ...declared, opensDatabase: false } as unknown as AloneCommand
}

/** The words were wrong: answered with the usage and exit code 2. */
export class UsageError extends Error {}
