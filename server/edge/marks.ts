// Response headers about the installation's state, while it lasts.

import type { FastifyReply } from 'fastify'

/** Synchronous, unless it must be looked up. */
type Mark = () => boolean | Promise<boolean>

export interface Marks {
  /** True while any sandbox is on. */
  isSandboxOn: Mark
  /** True when payments use test money; independent of the channels. */
  isTestMoney?: Mark
  /** True while the fence holds back everything until an operator lifts it. */
  isFenced?: Mark
}

/** Returns a promise only when something must be looked up. */
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
