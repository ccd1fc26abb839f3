// The sandbox's inbox: messages sent to contacts while no real account is set up.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent } from '#kit/refusals.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { seesAll } from '#messaging/conversations/rules.ts'
import { isGatewaySandboxOn } from '#money/gateways/accounts/actions.ts'
import { lacking, rolePermissions } from '#people/access/rules.ts'
import { isAnySandboxOn } from './carried.ts'
import type { SandboxMessageRow } from './queries.ts'
import * as queries from './queries.ts'
import type { SandboxQuery } from './schema.ts'
import { showSandboxMessage } from './show.ts'

/**
 * A link or code in the sandbox lets its reader act. An invitation is therefore shown only to a caller who may grant
 * its role, and a mail or SMS to a user only to that user (spec 16.6).
 */
export function lookerOf(actor: Actor): queries.Looker {
  const { organizationId, userId, permissions, actsAsPerson = false } = actor
  const holdsAll = lacking(permissions, rolePermissions).length === 0
  const invitations = holdsAll ? 'all' : permissions.has('users.manage') ? 'own' : 'none'
  return { organizationId, userId, permissions, actsAsPerson, seesAll: seesAll(actor), invitations }
}

/** Only the channels whose sandbox is on. */
export async function list(tx: Tx, actor: Actor, query: SandboxQuery, carried: readonly ChannelName[]) {
  const looker = lookerOf(actor)
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.one(looker, id))) !== undefined)
  return envelope(query, await tx.rows<SandboxMessageRow>(queries.list(looker, query, carried)), showSandboxMessage)
}

/** Of the channels whose sandbox is on. */
export async function find(tx: Tx, actor: Actor, id: Uuid, carried: readonly ChannelName[]) {
  const row = await tx.row<SandboxMessageRow>(queries.one(lookerOf(actor), id))
  if (!row || !carried.includes(row.channel)) throw absent('sandbox message')
  return row
}

/**
 * Maximum delay until a newly activated real gateway is noticed: together with the cache of accounts, under 5 seconds.
 */
const WATCH_KEPT_MS = 1000

/** True when the sandbox carries any channel or payments use test money. */
export function createSandboxWatch(app: App): Watch {
  const { settings, database } = app
  if (settings.sandbox === 'off') return () => false
  if (settings.sandbox === 'on') return () => true
  return watch(true, async () => {
    const found = await Promise.all([isGatewaySandboxOn(app), isAnySandboxOn(database.reads, settings)])
    return found.includes(true)
  })
}

/**
 * True when payments use test money. Real money must never be labelled as test money, so an unknown state counts as
 * real.
 */
export const createTestMoneyWatch = (app: App): Watch => watch(false, () => isGatewaySandboxOn(app))

type Watch = () => boolean | Promise<boolean>

/** Used in every request, so the result is cached. */
function watch(isAtFirst: boolean, look: () => Promise<boolean>): Watch {
  let is = isAtFirst
  let until = 0
  return () => {
    if (performance.now() < until) return is
    until = performance.now() + WATCH_KEPT_MS
    return look().then(
      (found) => {
        is = found
        return is
      },
      // The database does not respond: the last state is kept. Any request that needs the database reports the failure
      // itself.
      () => is,
    )
  }
}
