// Creates, edits, deletes and lists campaigns. start.ts starts them; control.ts pauses, resumes and cancels them.

import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage } from '#edge/paging.ts'
import { bury, emit, emitChange } from '#events/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, absentIn, invalid, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { channels } from '#messaging/channels/channels.ts'
import * as templateQueries from '#messaging/templates/queries.ts'
import * as audit from '#people/audit/actions.ts'
import { existingLists, existingSegments } from './audience-queries.ts'
import { type CampaignEvent, campaignChanged, campaignDeleted } from './events.ts'
import type { CampaignRow, Written } from './queries.ts'
import * as queries from './queries.ts'
import { isEditable } from './rules.ts'
import type { CampaignChange, CampaignQuery, NewCampaign } from './schema.ts'

export async function list(tx: Tx, actor: Actor, query: CampaignQuery): Promise<CampaignRow[]> {
  checkPage(query)
  const { organizationId } = actor
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  return tx.rows<CampaignRow>(queries.list(actor, query))
}

export async function find(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid): Promise<CampaignRow> {
  const row = await tx.row<CampaignRow>(queries.byId(organizationId, id))
  if (!row) throw absent('campaign')
  return row
}

/** Locks the campaign until the transaction ends; lock order: the wallet first, if both are locked. */
export async function lock(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid): Promise<CampaignRow> {
  const row = await tx.row<CampaignRow>(queries.lock(organizationId, id))
  if (!row) throw absent('campaign')
  return row
}

export async function create(tx: Tx, actor: Actor, input: NewCampaign): Promise<CampaignRow> {
  const written = { ...EMPTY, ...given(input) } as Written
  await check(tx, actor, written)
  const row = await tx.row<CampaignRow>(queries.insert(actor, newUuid(actor.at.getTime()), written))
  return tell(tx, actor, actor, 'campaign.created', row)
}

export async function change(tx: Tx, actor: Actor, id: Uuid, input: CampaignChange): Promise<CampaignRow> {
  const before = await lock(tx, actor, id)
  mustBeDraft(before)
  const written: Written = { ...before, ...given(input) }
  await check(tx, actor, written)
  const after = await tx.row<CampaignRow>(queries.rewrite(actor.organizationId, id, written))
  if (!after) throw absent('campaign')
  const isChanged = await emitChange(
    tx,
    actor,
    campaignChanged('campaign.updated', before),
    campaignChanged('campaign.updated', after),
  )
  if (isChanged) record(tx, actor, actor, 'campaign.updated', after)
  return after
}

/** Only a draft: a started campaign is part of billing. */
export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const row = await lock(tx, actor, id)
  mustBeDraft(row)
  await tx.run(queries.remove(actor.organizationId, id))
  await bury(tx, actor, [id])
  tx.onCommit(forgetAnswers(actor.organizationId, [id]))
  await emit(tx, actor.organizationId, actor.at, [campaignDeleted(id)])
  audit.record(tx, actor, actor, { action: 'campaign.deleted', object: publicId('camp', id), details: {} })
}

/** Emits the event and records the author; returns the current row. */
export async function tell(
  tx: Tx,
  { organizationId, at }: Scope,
  doer: audit.Doer,
  type: CampaignEvent,
  row: CampaignRow | undefined,
): Promise<CampaignRow> {
  if (!row) throw absent('campaign')
  await emit(tx, organizationId, at, [campaignChanged(type, row)])
  record(tx, { organizationId, at }, doer, type, row)
  return row
}

function record(tx: Tx, scope: Scope, doer: audit.Doer, type: CampaignEvent, row: CampaignRow): void {
  const details = { name: row.name, status: row.status, pause_reasons: row.pause_reasons }
  audit.record(tx, scope, doer, { action: type, object: publicId('camp', row.id), details })
}

export const stateConflict = ({ status }: Pick<CampaignRow, 'status'>) =>
  refusal('conflict', 'campaign_state', { status })

function mustBeDraft(row: CampaignRow): void {
  if (!isEditable(row)) throw stateConflict(row)
}

const EMPTY: Omit<Written, 'name' | 'channel'> = {
  template_id: null,
  subject: null,
  text: null,
  html: null,
  variables: {},
  list_ids: [],
  segment_ids: [],
  exclude_list_ids: [],
  scheduled_at: null,
  max_per_minute: null,
  quiet_from: null,
  quiet_to: null,
  track: false,
}

/** The given fields in their stored form. */
function given({ quiet_hours, variables, ...plain }: CampaignChange): Partial<Written> {
  return {
    ...plain,
    ...(variables === undefined
      ? {}
      : {
          variables: Object.fromEntries(
            Object.entries(variables).map(([name, source]) => [
              name,
              typeof source === 'string' ? { value: source } : source,
            ]),
          ),
        }),
    ...(quiet_hours === undefined ? {} : { quiet_from: quiet_hours?.from ?? null, quiet_to: quiet_hours?.to ?? null }),
  }
}

/** Throws for errors that are always wrong. The estimate and the start check whether it can be sent. */
async function check(tx: Tx, { organizationId }: Actor, written: Written): Promise<void> {
  const { template_id, subject, text, html, list_ids, segment_ids, exclude_list_ids, quiet_from, quiet_to } = written
  if (template_id !== null) {
    const own = (['subject', 'text', 'html'] as const).find((field) => ({ subject, text, html })[field] !== null)
    if (own !== undefined) throw invalid(own, 'not_allowed_with', { other: 'template_id' })
    if (!(await tx.row(templateQueries.byId(organizationId, template_id)))) throw absentIn('template_id', 'template')
  }
  if (written.track && !channels[written.channel].takesHtml) throw invalid('track', 'only_for', { value: 'email' })
  if (quiet_from !== null && quiet_from === quiet_to)
    throw invalid('quiet_hours.to', 'same_as_other', { other: 'from' })
  const known = new Set(
    (await tx.rows<{ id: Uuid }>(existingLists(organizationId, [...list_ids, ...exclude_list_ids], true))).map(
      ({ id }) => id,
    ),
  )
  for (const [field, ids] of [
    ['list_ids', list_ids],
    ['exclude_list_ids', exclude_list_ids],
  ] as const) {
    const index = ids.findIndex((id) => !known.has(id))
    if (index >= 0) throw absentIn(`${field}[${index}]`, 'list')
  }
  const segments = new Set(
    (await tx.rows<{ id: Uuid }>(existingSegments(organizationId, segment_ids))).map(({ id }) => id),
  )
  const missing = segment_ids.findIndex((id) => !segments.has(id))
  if (missing >= 0) throw absentIn(`segment_ids[${missing}]`, 'segment')
}
