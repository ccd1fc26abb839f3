// A1: invariant of the audit log. Its hash chain is created in db/audit.sql.

import type { Invariant } from './invariants.ts'

export const auditInvariants: readonly Invariant[] = [
  {
    id: 'A1',
    sql: `
      select org_id, sequence, id, null::bigint as head
        from (select *, row_number() over chain as place, coalesce(lag(hash) over chain, '') as previous
                from audit_log window chain as (partition by org_id order by sequence)) chained
       where sequence <> place
          or hash <> audit_hash(previous, org_id, sequence, id, actor, user_id, token_id, action, object, details,
                                created_at)
      union all
      select h.org_id, l.last_sequence, null, h.sequence
        from audit_heads h
        full join (select distinct on (org_id) org_id, sequence as last_sequence, hash from audit_log
                    order by org_id, sequence desc) l using (org_id)
       where h.sequence is distinct from l.last_sequence or h.hash is distinct from l.hash`,
  },
]
