// SQL that claims due deliveries of many organizations in one statement.

import { onShard } from '#kit/database/shards.ts'
import { literals, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import { isBeingDeleted } from '#kit/deletions.ts'
import type { Uuid } from '#kit/ids.ts'
import { type AttachedRow, attachedToMessage } from '#messaging/attachments/queries.ts'
import { type Addressed, type ChannelName, channelNames } from '#messaging/channels/channel.ts'
import { channels as table } from '#messaging/channels/channels.ts'
import type { Interactive } from '#messaging/channels/interactive.ts'
import { isSuppressed } from '#messaging/contacts/suppressions/queries.ts'
import { quotedProviderId } from '#messaging/messages/quotable-queries.ts'
import { foundOfCampaigns, foundSingle, type Here, rangesOf, type Share } from './due-queries.ts'
import type { Claim } from './journal/lines.ts'
import type { Claimed } from './rules.ts'
import { holds, ofStrand, waitsForPutOff } from './strand-queries.ts'
import {
  HOLDS_FOR_MS,
  type InStrand,
  LOOK_AGAIN_MAX_MS,
  LOOK_AGAIN_MIN_MS,
  type Placed,
  STRAND_IN_HAND_MAX,
} from './strand-rules.ts'

/** `created_at`: when it was accepted or, if scheduled, its sending time. Waiting times count from then. */
export interface ClaimedRow extends Claimed {
  /** Selected only while tracing is on; null when the message was deleted. */
  message_id?: Uuid | null
  contact_id: Uuid | null
  conversation_id: Uuid | null
  /** The account assigned to it: spec 16.30. */
  account_id: Uuid | null
  accepted_at: Date
  /** Its position in its ordering key: strand-rules.ts. */
  strand_at: Date
  /** When the delivery first had to wait for earlier ones of its ordering key. */
  waits_since: Date | null
  address: string | null
  channel: ChannelName
  display_name: string | null
  /** Message-IDs of earlier mails with the contact in the conversation, in order. */
  earlier: string[] | null
  /** The subject of the newest of these mails that has one. */
  thread_subject: string | null
  /** When the contact opted out of marketing, on channels that support it. */
  marketing_stopped_at: Date | null
  /** The contact's Reply-To address, when it differs from the contact's own. */
  reply_to: string | null
  /** For a campaign delivery: its campaign and recipient. */
  campaign_id: Uuid | null
  recipient_number: number | null
  /** False if the message, its conversation or the campaign's recipient was deleted. */
  has_content: boolean
  /** False for a campaign delivery: its content is the campaign's. */
  has_message: boolean
  /** The contact's current data; null when the contact was deleted. */
  contact: Addressed | null
  subject: string | null
  text: string | null
  html: string | null
  template_id: Uuid | null
  template_version: number | null
  variables: Record<string, string> | null
  /** Buttons or list below the text. */
  interactive: Interactive | null
  /** The provider id of the quoted message in the contact's chat. */
  quoted_provider_id: string | null
  /** Its attachments; null when it has none. */
  attached: AttachedRow[] | null
}

/**
 * Deliveries that were claimed, and deliveries that wait for others with the same ordering key. All other rows that
 * were read stay unchanged.
 */
export type LookedAtRow = (ClaimedRow & { is_taken: true }) | (ToldToWait & { is_taken: false })

export interface ToldToWait extends InStrand, Placed {
  org_id: Uuid
  /** True when the delivery waits for one outside this claim. */
  is_behind_others: boolean
}

/**
 * Claims due deliveries of each organization up to its share, oldest channel first, with the content and the contact's
 * current addresses. Locked rows are skipped; rows beyond the share are released by the commit. `isTraced`: also select
 * the message ids.
 *
 * Within an ordering key, a delivery is claimed only when no earlier one can still be sent. A delivery after one that
 * is in flight or waits for a retry gets a later due time, or becomes due when that one ends; a delivery after a
 * skipped row stays unchanged. All of this is decided on one snapshot: an earlier delivery is either due and thus in
 * `found` or `passed`, or it was in flight or postponed and thus in the ordering index. Two concurrent claims therefore
 * never take two deliveries of one ordering key.
 *
 * The steps are materialized, so that each is a loop over the rows of the previous one, whatever the planner's
 * estimates.
 */
export function claim(
  shares: Share[],
  now: Date,
  under: Pick<Claim, 'id' | 'leaseUntil'>,
  isTraced = false,
): Statement {
  const organizationIds = shares.map(({ organizationId }) => organizationId)
  const inHand = shares.flatMap((share) => share.inHand ?? [])
  const here: Here = (column) => onShard(column, organizationIds)
  return sql`
    with ranges as materialized (${rangesOf(shares, here)}),
    found_single as materialized (${foundSingle(now, here)}),
    found_of_campaigns as materialized (${foundOfCampaigns(now, here)}),
    found as materialized (select * from found_single union all select * from found_of_campaigns),
    passed as materialized (${passedOver(here)}),
    judged as materialized (${judgedByStrand(inHand, now, here)}),
    decided as materialized (${decided}),
    looked_at as (${takenOrToldToWait(under, now, here)})
    ${withContent(organizationIds, here, isTraced)}`
}

/**
 * Single sends locked by another transaction: all due rows up to the last one of each channel, minus the found ones.
 */
const passedOver = (here: Here): Statement => sql`
      select d.org_id, d.id, d.channel, d.conversation_id, d.contact_id, coalesce(d.strand_at, d.due_at) as strand_at
        from (select distinct on (org_id, channel) org_id, channel, due_at, id
                from found_single order by org_id, channel, due_at desc, id desc) l
       cross join lateral (
         select org_id, id, channel, conversation_id, contact_id, due_at, strand_at from deliveries
          where org_id = l.org_id ${here(sql`org_id`)} and channel = l.channel and status = 'queued'
            and campaign_id is null and (due_at, id) < (l.due_at, l.id)) d
      except all
      select org_id, id, channel, conversation_id, contact_id, strand_at from found_single`

/**
 * The earlier deliveries of each ordering key: `nth` is the position among the found ones; `mine` are in flight in this
 * process, `others` block it otherwise (only the nearest is counted); `is_left` when one was skipped. `due_with`: an
 * ordering key counts as due since its latest found delivery, so that earlier ones are claimed first.
 */
const judgedByStrand = (inHand: readonly Uuid[], now: Date, here: Here): Statement => sql`
      select f.*, max(f.due_at) over strand as due_with, row_number() over strand as nth, h.mine, h.others,
             h.put_off_at,
             exists (select from passed p
                      where ${ofStrand(sql`p`, sql`f`)} and (p.strand_at, p.id) < (f.strand_at, f.id)) as is_left
        from found f
       cross join lateral (
         select count(*) filter (where is_mine) as mine, count(*) filter (where not is_mine) as others,
                min(put_off_at) as put_off_at
           from (select e.id = any(${plainArray(inHand)}::uuid[]) as is_mine, e.put_off_at
                   from deliveries e
                  where e.org_id = f.org_id ${here(sql`e.org_id`)} and ${ofStrand(sql`e`, sql`f`)}
                    and ${holds(now)} and (e.strand_at, e.id) < (f.strand_at, f.id)
                    and e.id not in (select id from found)
                  order by e.strand_at desc, e.id desc limit ${STRAND_IN_HAND_MAX}) b) h
      window strand as (partition by f.org_id, f.channel, coalesce(f.conversation_id, f.id),
                          coalesce(f.contact_id, f.id)
                        order by f.strand_at, f.id)`

/**
 * `is_first`: every earlier delivery is in flight in this process. Of these, as many as the organization's share
 * allows, single sends before campaign deliveries.
 */
const decided = sql`
      select j.*, is_first and row_number() over (partition by org_id, is_first 
                 order by campaign_id is not null, due_with, nth) <= free
               as is_taken
        from (select judged.*, not is_left and others = 0 and mine + nth <= ${STRAND_IN_HAND_MAX} as is_first
                from judged) j`

/** Updates claimed and waiting deliveries only; rows beyond the share and skipped rows stay unchanged. */
const takenOrToldToWait = ({ id, leaseUntil }: Pick<Claim, 'id' | 'leaseUntil'>, now: Date, here: Here) => sql`
      update deliveries d
         set status = case when w.is_taken then 'sending' else 'queued' end, strand_at = w.strand_at,
             waits_since = case when w.is_taken and w.mine + w.nth = 1 then w.waits_since
               else coalesce(w.waits_since, ${now}) end,
             lease_until = case when w.is_taken then ${leaseUntil}::timestamptz end,
             claim_id = case when w.is_taken then ${id}::uuid end,
             attempts = d.attempts + case when w.is_taken then 1 else 0 end,
             due_at = case when w.is_taken then d.due_at else ${lookAgainAt(now)} end
        from decided w
       where d.org_id = w.org_id ${here(sql`d.org_id`)} and d.id = w.id
         and (w.is_taken or not (w.is_first or w.is_left))
      returning d.org_id, d.id, d.message_id, d.conversation_id, d.contact_id, d.address, d.channel, d.attempts,
        d.lease_until, d.claim_id, d.created_at, d.account_id, d.campaign_id, d.recipient_number, d.strand_at,
        d.waits_since, w.is_taken, w.others > 0 as is_behind_others`

/**
 * The next due time of a waiting delivery `w` when no earlier one releases it before: after as long as it has already
 * waited, but no later than the end of its wait for postponed deliveries.
 */
const lookAgainAt = (now: Date) => sql`
  greatest(${now}::timestamptz + ${milliseconds(LOOK_AGAIN_MIN_MS)},
           least(${now}::timestamptz + least(${now}::timestamptz - w.strand_at, ${milliseconds(LOOK_AGAIN_MAX_MS)}),
                 w.put_off_at + ${milliseconds(HOLDS_FOR_MS)},
                 case when ${waitsForPutOff(sql`w`, now)}
                   then coalesce(w.waits_since, ${now}) + ${milliseconds(HOLDS_FOR_MS)} end))`

const milliseconds = (count: number) => sql`${count}::int * interval '1 ms'`

/** Claimed deliveries with their message and contact; waiting ones with their keys only. */
const withContent = (organizationIds: readonly Uuid[], here: Here, isTraced: boolean) => sql`
    select t.org_id, t.id, t.is_taken, t.contact_id, t.conversation_id, t.address, t.channel, t.attempts, t.lease_until,
           t.claim_id, t.strand_at, t.waits_since, t.is_behind_others, t.account_id, t.created_at as accepted_at,
           greatest(t.created_at, m.send_at) as created_at,
           ${isTraced ? sql`t.message_id,` : sql``}
           e.earlier, e.thread_subject,
           case when e.reply_to is not null and t.campaign_id is null
             and not ${isSuppressed(sql`t.org_id ${here(sql`org_id`)}`, sql`lower(e.reply_to)`)}
             then e.reply_to end as reply_to,
           t.campaign_id, t.recipient_number,
           case when m.id is null and t.campaign_id is not null and t.message_id is null then r.number is not null
                else m.id is not null and not ${isBeingDeleted(
                  organizationIds,
                  sql`t.org_id`,
                  sql`t.conversation_id`,
                )} end as has_content, m.subject, m.text, m.html, m.template_id, m.template_version,
           m.interactive, ${quotedProviderId(here)} as quoted_provider_id,
           coalesce(m.variables, r.variables) as variables, m.id is not null as has_message,
           ${attachedToMessage(organizationIds)} as attached, c.display_name, c.marketing_stopped_at,
           case when c.id is not null then json_build_object(
             'email', c.email, 'phone_number', c.phone_number, 'app_id', c.app_id,
             'app_number', c.app_number, 'unsubscribed', c.unsubscribed, 'suppressed', c.suppressed) end as contact
      from looked_at t
      left join messages m on t.is_taken and m.org_id = t.org_id ${here(sql`m.org_id`)} and m.id = t.message_id
      left join campaign_recipients r on t.is_taken and r.org_id = t.org_id ${here(sql`r.org_id`)}
        and r.campaign_id = t.campaign_id and r.number = t.recipient_number
      left join contacts c on t.is_taken and c.org_id = t.org_id ${here(sql`c.org_id`)} and c.id = t.contact_id
      left join lateral (${earlierMails(here)}) e on true`

/** Maximum number of references of a mail: RFC 5322 §3.6.4 sets no limit, but mail programs cut long headers. */
const EARLIER_MAILS_MAX = 10
/**
 * Maximum number of a conversation's messages that are read for threading headers, so that long conversations cost no
 * more.
 */
const EARLIER_MESSAGES_MAX = 15

/**
 * The Reply-To of the newest inbound mail with an authenticated sender: without authentication, anybody could redirect
 * replies.
 */
const replyTo = sql`(array_agg(case when x.is_authenticated is not false then x.reply_to end order by x.id desc)
             filter (where x.direction = 'inbound' and not x.is_automatic))[1]`

/** The channels whose messages refer to earlier ones. */
const threaded = channelNames.filter((channel) => table[channel].isThreaded)

/**
 * The Message-IDs of earlier mails in the conversation before the claimed delivery `t`. Other channels skip the
 * subquery: a join condition would be evaluated after reading.
 */
const earlierMails = (here: Here) => sql`
  select array_agg(x.name order by x.id) as earlier,
         (array_agg(x.subject order by x.id desc) filter (where x.subject is not null))[1] as thread_subject,
         ${replyTo} as reply_to from (
    select p.*, coalesce(p.provider_id, s.provider_id) as name
      from (select b.id, b.channel, b.subject, b.provider_id, b.direction, b.is_automatic, b.is_authenticated,
                   b.reply_to
              from messages b
             where t.is_taken and t.channel in (${literals(threaded)})
               and b.org_id = t.org_id ${here(sql`b.org_id`)} and b.conversation_id = t.conversation_id
               and b.id < t.message_id
             order by b.id desc limit ${EARLIER_MESSAGES_MAX}) p
      left join deliveries s on s.org_id = t.org_id ${here(sql`s.org_id`)} and s.message_id = p.id
        and s.contact_id = t.contact_id
     where p.channel in (${literals(threaded)}) and coalesce(p.provider_id, s.provider_id) is not null
     order by p.id desc limit ${EARLIER_MAILS_MAX}) x`
