// SQL of binds: which worker holds which slots at SMPP providers.

import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** Takes a free slot; returns no row when all are taken. */
export function takeBind(
  organizationId: Uuid,
  { places, holder, now, until }: { places: number; holder: Uuid; now: Date; until: Date },
): Statement {
  return sql`
    insert into sms_binds (org_id, place, holder, leased_until)
    select ${organizationId}, given.n, ${holder}, ${until} from generate_series(1, ${places}::int) as given (n)
     where not exists (
       select from sms_binds b where b.org_id = ${organizationId} and b.place = given.n
          and b.leased_until > ${now} and b.leased_until <= ${until})
     order by given.n limit 1
    on conflict (org_id, place) do update set holder = excluded.holder, leased_until = excluded.leased_until
     where sms_binds.leased_until <= ${now} or sms_binds.leased_until > ${until}
    returning place`
}

/** The organizations whose slot this process still holds. */
export function renewBinds(organizationIds: readonly Uuid[], holder: Uuid, until: Date): Statement {
  return sql`
    update sms_binds b set leased_until = ${until}
     where b.org_id = any(${organizationIds}::uuid[]) ${onShard(sql`b.org_id`, organizationIds)}
       and b.holder = ${holder}
    returning b.org_id`
}

export function releaseBind(organizationId: Uuid, holder: Uuid): Statement {
  return sql`delete from sms_binds where org_id = ${organizationId} and holder = ${holder}`
}

/** Accounts of all organizations that stay connected while nothing is sent. */
export function accountsToHold(limit: number): Statement {
  return sql`
    select org_id from channel_accounts
     where channel = 'sms' and removed_at is null and settings ->> 'protocol' = 'smpp'
       and (settings ->> 'stay_bound')::bool
     order by org_id limit ${limit}`
}
