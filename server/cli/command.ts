// What a command of `bin/samvad` declares: its words, its options, and what it does.

import type pg from 'pg'
import type { App } from '#kit/app.ts'
import type { Settings } from '#kit/settings.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** May be given several times. */
  multiple?: true
  required?: true
  /** What stands for the value in the usage, such as EMAIL. */
  value?: string
  meaning: string
  /** Whether it may have several lines; every other one is a line, as the API's are. */
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
  /** For what needs a connection of its own. */
  connection: pg.ClientConfig
  options: { [Name in keyof O]: Value<O[Name]> }
  /** Prints what there is to say so far, for a command that goes on: in JSON a line each. */
  say: (outcome: Pick<Outcome, 'data' | 'lines'>) => void
}

/** Of a command that is given no database: it does without, or finds the one that runs and starts none. */
export type AloneContext<O extends Options> = Omit<Context<O>, 'app' | 'connection'> & { settings: Settings }

export interface Outcome {
  /** What --json prints. */
  data: unknown
  /** What people read, a line each: printed so that nothing in it steers a terminal. */
  lines: readonly string[]
  /** 0 unless the answer is itself bad news. */
  exitCode?: number
  /** It was said already, by `say`. */
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

interface Declared<O extends Options> extends Words<O> {
  /** Whether it may make a new database; the others refuse when there is none. */
  makesDatabase?: true
  run(context: Context<O>): Promise<Outcome>
}

/** For what makes the database by itself: nothing was opened before it runs. */
interface BeforeDatabase<O extends Options> extends Words<O> {
  runBeforeDatabase(context: { settings: Settings; options: Context<O>['options'] }): Promise<Outcome>
}

type WithDatabase = Declared<Options> & { runAlone?: (context: AloneContext<Options>) => Promise<Outcome> }

export type Command = WithDatabase | BeforeDatabase<Options>

/** A command, with its options typed by their declaration. */
export function command<const O extends Options>(declared: Declared<O>): WithDatabase {
  return declared as unknown as WithDatabase
}

export function commandBeforeDatabase<const O extends Options>(declared: BeforeDatabase<O>): Command {
  return declared as unknown as Command
}

/** One that is given no database. */
export function commandAlone<const O extends Options>(
  declared: Omit<Declared<O>, 'run' | 'makesDatabase'> & { run: (context: AloneContext<O>) => Promise<Outcome> },
): Command {
  return { ...declared, runAlone: declared.run } as unknown as Command
}

/** The words were wrong: answered with the usage and exit code 2. */
export class UsageError extends Error {}
