// P1: what must hold of forms.

import type { Invariant } from './invariants.ts'

export const formInvariants: readonly Invariant[] = [
  {
    id: 'P1',
    sql: `
      select f.org_id, f.id as form_id, f.slug, f.version, s.slug is not null as has_address,
             v.version is not null as has_version
        from forms f
        left join form_slugs s on s.slug = f.slug and s.org_id = f.org_id and s.form_id = f.id
        left join form_versions v on v.org_id = f.org_id and v.form_id = f.id and v.version = f.version
       where f.deleted_at is null and (s.slug is null or (f.version > 0 and v.version is null))`,
  },
]
