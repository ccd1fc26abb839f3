// The settings in the program's environment, to pass to other programs of the installation; secrets by name only.

import { settings } from './settings.ts'

export interface GivenSettings {
  /** Values by setting name. */
  plain: Readonly<Record<string, string>>
  /** Names of settings whose value may contain a password. */
  secret: readonly string[]
}

export type Environment = Record<string, string | undefined>

export const isGiven = (environment: Environment, name: string): boolean => (environment[name] ?? '').trim() !== ''

export function givenSettings(environment: Environment): GivenSettings {
  const given = Object.values(settings).filter(({ name }) => isGiven(environment, name))
  const plain = given.filter((one) => !('isSecret' in one))
  return {
    plain: Object.fromEntries(plain.map(({ name }) => [name, (environment[name] as string).trim()])),
    secret: given.filter((one) => 'isSecret' in one).map(({ name }) => name),
  }
}
