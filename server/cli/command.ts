// Declaration of a `bin/samvad` command: its words, options, and action.

import type pg from 'pg'
import type { App } from '#kit/app.ts'
import type { Settings } from '#kit/settings.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** Can be given several times. */
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

/** For a command that opens no database: it needs none, finds the running one, or creates one. */
export type AloneContext<O extends Options> = Omit<Context<O>, 'app' | 'connection'> & {
  settings: Settings
  /** How long the command has been running, in milliseconds; limits on its total time start there. */
  age: () => number
}

export interface Outcome {
  /** The output of --json. */
  data: unknown
  /** The output for people, one string per line; printed so that nothing in it controls a terminal. */
  lines: readonly string[]
  /** 0 unless the result itself reports a problem. */
  exitCode?: number
  /** Already printed by `say`. */
  isSaid?: true
  /** Colors a line on a terminal. */
  paint?: (line: string) => string
  /** Standard output contains something else, so this is printed to standard error. */
  isBesideOutput?: boolean
}

interface Words<O extends Options> {
  noun: string
  /** Null for a command of one word. */
  verb: string | null
  summary: string
  options: O
  /** The option that collects words without a flag; it can be given several times. */
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

/** A command that runs without an opened database. */
export function commandAlone<const O extends Options>(declared: Alone<O>): AloneCommand {
  return { ...declared, opensDatabase: false } as unknown as AloneCommand
}

/** Wrong arguments: prints the usage and exits with code 2. */
export class UsageError extends Error {}
