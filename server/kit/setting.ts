// A setting: its name, default, description for the README, and parser.

import type { Reader } from './setting-readers.ts'

export interface Setting<T> {
  name: string
  default: string
  meaning: string
  read: Reader<T>
  /** The value can contain a password, so it is never shown. */
  isSecret?: true
}

export function setting<T>(name: string, fallback: string, meaning: string, read: Reader<T>): Setting<T> {
  return { name, default: fallback, meaning, read }
}

export const secret = <T>(one: Setting<T>): Setting<T> => ({ ...one, isSecret: true })
