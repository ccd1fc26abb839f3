// What every answer says of the installation in a header, while it is so.

import type { FastifyReply } from 'fastify'

/** Known at once, except where it must be looked up. */
type Mark = () => boolean | Promise<boolean>

export interface Marks {
  /** Whether any sandbox is on. */
  isSandboxOn: Mark
  /** Whether what is paid is test money, which says nothing of the channels. */
  isTestMoney?: Mark
  /** Whether nothing leaves it until an operator says so. */
  isFenced?: Mark
}

/** A promise only where something must be looked up. */
export function sayMarks(
  reply: FastifyReply,
  { isSandboxOn, isTestMoney, isFenced }: Marks,
): Promise<void> | undefined {
  const said = [
    say(reply, 'samvad-sandbox', isSandboxOn()),
    say(reply, 'samvad-test-money', isTestMoney?.() ?? false),
    say(reply, 'samvad-fenced', isFenced?.() ?? false),
  ].filter((one) => one !== undefined)
  return said.length === 0 ? undefined : Promise.all(said).then(() => undefined)
}

function say(reply: FastifyReply, name: string, is: boolean | Promise<boolean>): Promise<void> | undefined {
  if (typeof is !== 'boolean') return is.then((found) => void say(reply, name, found))
  if (is) reply.header(name, 'true')
  return undefined
}
