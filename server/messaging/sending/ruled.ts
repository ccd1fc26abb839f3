// Applies an account's rules to a draft before it joins a flush: which registered template its text matches, and when
// it can be sent. Which drafts are affected depends on their addresses, which recipients.ts resolves.

import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import { leavesByRule, type SendingRule } from '#messaging/channels/sending-rules.ts'
import type { Category } from '#messaging/channels/template-rules.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import { createFindRegistered, type FindRegistered, judged } from '#messaging/templates/registered.ts'
import type { Made } from './made.ts'
import type { NewMessage } from './schema.ts'

/** A template version with its variables; the variables are null when the text was matched. */
export interface MadeFrom {
  templateId: Uuid
  version: number
  variables: Readonly<Record<string, string>> | null
  /** Header, footer and buttons as the message shows them, and the template's file; unset when it has none. */
  components?: TemplateComponents | null
  file?: AttachedRow | null
}

export interface Ruled {
  rule: SendingRule
  /** The refusal for addresses that the rule applies to. */
  refusal: Refusal | null
  /** The template that matches the text of a draft without one. */
  of: MadeFrom | null
  /** The category of its template, if it has one. */
  category: Category | null
}

/** `work`: the number of comparison steps. */
export interface Ruler {
  (
    organizationId: Uuid,
    rule: SendingRule,
    draft: Pick<NewMessage, 'channel' | 'text'>,
    made: Made | null,
  ): Promise<{ ruled: Ruled; work: number }>
  forget: FindRegistered['forget']
}

export function createRuler(app: App): Ruler {
  const find = createFindRegistered(app)
  const ruler = async (...[organizationId, rule, { channel, text }, made]: Parameters<Ruler>): ReturnType<Ruler> => {
    const { words } = rule
    if (made !== null) {
      const { template, variables } = made
      const refusal = words?.refusalOf({ ...template, variables }) ?? null
      return { ruled: { rule, refusal, of: null, category: template.category }, work: 0 }
    }
    // A message without text is not refused for its text.
    if (words === null || text == null) return { ruled: { rule, refusal: null, of: null, category: null }, work: 0 }
    const looked = await find(organizationId, channel, words, text)
    const found = judged(looked, words)
    if (found instanceof Refusal)
      return { ruled: { rule, refusal: found, of: null, category: null }, work: looked.work }
    const of = { templateId: found.id, version: found.version, variables: null }
    return { ruled: { rule, refusal: null, of, category: found.category }, work: looked.work }
  }
  return Object.assign(ruler, { forget: find.forget })
}

/** Comparison steps after which other requests get their turn: a few milliseconds. */
const WORK_OF_A_TURN = 500_000

/** Yields to the event loop after much comparing. */
export function createRests(): (work: number) => Promise<void> {
  let since = 0
  return async (work) => {
    since += work
    if (since < WORK_OF_A_TURN) return
    since = 0
    await endOfTurn()
  }
}

/** When a draft due then can be sent to an address that the rule applies to; or why it cannot. */
export const mayLeaveAt = ({ rule, category }: Ruled, leaves: Date): Date | Refusal =>
  leavesByRule(rule, category, leaves)
