// What a setting is: its name, its default, what it means and how its text is read.

import type { Reader } from './setting-readers.ts'

export interface Setting<T> {
  name: string
  default: string
  meaning: string
  read: Reader<T>
  /** Whether its value can hold a password: it is never shown. */
  isSecret?: true
}

export function setting<T>(name: string, fallback: string, meaning: string, read: Reader<T>): Setting<T> {
  return { name, default: fallback, meaning, read }
}

export const secret = <T>(one: Setting<T>): Setting<T> => ({ ...one, isSecret: true })
