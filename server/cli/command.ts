// What a command of `bin/samvad` declares: its words, its options, and what it does.

import type pg from 'pg'
import type { App } from '#kit/app.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** May be given several times. */
  multiple?: true
  required?: true
  /** What stands for the value in the usage, such as EMAIL. */
  value?: string
  meaning: string
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
}

export interface Outcome {
  /** What --json prints. */
  data: unknown
  /** What people read. */
  text: string
  /** 0 unless the answer is itself bad news. */
  exitCode?: number
}

interface Declared<O extends Options> {
  noun: string
  /** Null for a command of one word. */
  verb: string | null
  summary: string
  options: O
  /** Whether it may make a new database; the others refuse when there is none. */
  makesDatabase?: true
  run(context: Context<O>): Promise<Outcome>
}

export type Command = Declared<Options>

/** A command, with its options typed by their declaration. */
export function command<const O extends Options>(declared: Declared<O>): Command {
  return declared as unknown as Command
}

/** The words were wrong: answered with the usage and exit code 2. */
export class UsageError extends Error {}
