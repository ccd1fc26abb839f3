// P1 to P7: invariants of forms and their submissions.

import type { Invariant } from './invariants.ts'

export const formInvariants: readonly Invariant[] = [
  {
    id: 'P2',
    sql: `
      select org_id, form_id, c.submissions as counted, coalesce(s.count, 0) as there
        from form_counts c
        full join (select org_id, form_id, count(*) as count from form_submissions group by org_id, form_id) s
             using (org_id, form_id)
       where c.submissions is distinct from coalesce(s.count, 0)`,
  },
  {
    id: 'P3',
    sql: `
      select s.org_id, s.id as submission_id, s.state, s.confirmation, s.auto_reply, s.due_at, s.mail_due_at
        from form_submissions s
       where s.state = 'done' and (s.processed_at is null or s.auto_reply = 'due' or s.confirmation = 'confirmed')
          or s.confirmation = 'applied' and s.contact_link is distinct from 'confirmed'
          or s.auto_reply = 'sent' and s.processed_at is null
          or s.confirmation in ('confirmed', 'applied') and s.confirmed_at is null
      union all
      select s.org_id, s.id, s.state, s.confirmation, s.auto_reply, s.due_at, s.mail_due_at
        from form_submissions s
        join forms f on f.org_id = s.org_id and f.id = s.form_id and f.deleted_at is null and f.suspended_at is null
        left join due_work w on w.kind = 'form_submissions' and w.org_id = s.org_id
       where s.due_at is not null and w.org_id is null
      union all
      select s.org_id, s.id, s.state, s.confirmation, s.auto_reply, s.due_at, s.mail_due_at
        from form_submissions s
        left join due_work w on w.kind = 'form_mails' and w.org_id = s.org_id
       where s.mail_due_at is not null and w.org_id is null`,
  },
  {
    id: 'P4',
    sql: `
      select s.org_id, s.id as submission_id, s.contact_id, null::uuid as file_id from form_submissions s
        left join contacts c on c.org_id = s.org_id and c.id = s.contact_id
        left join form_removals r on r.org_id = s.org_id and r.contact_id = s.contact_id
       where s.contact_id is not null and c.id is null and r.contact_id is null
      union all
      select r.org_id, null, r.contact_id, null from form_removals r
        left join contacts c on c.org_id = r.org_id and c.id = r.contact_id
        left join due_work w on w.kind = 'form_submissions' and w.org_id = r.org_id
       where c.id is not null or w.org_id is null
      union all
      select f.org_id, f.submission_id, null, f.id from form_files f
        left join form_submissions s on s.org_id = f.org_id and s.id = f.submission_id
       where f.submission_id is not null and s.id is null`,
  },
  {
    id: 'P5',
    sql: `
      select org_id, form_id, day, d.submissions as by_version, s.count as by_source
        from (select org_id, form_id, day, sum(submissions) as submissions from form_days group by 1, 2, 3) d
        full join (select org_id, form_id, day, sum(count) as count from form_sources group by 1, 2, 3) s
             using (org_id, form_id, day)
       where coalesce(d.submissions, 0) <> coalesce(s.count, 0)`,
  },
  {
    id: 'P6',
    sql: `
      select d.org_id, d.id as domain_id, d.name, d.verified_at, d.check_due_at, o.org_id as owner
        from form_domains d
        left join form_domain_owners o on o.name = d.name
        left join due_work w on w.kind = 'form_domains' and w.org_id = d.org_id
       where (o.org_id = d.org_id and o.domain_id = d.id) and (d.verified_at is null or o.proof <> d.proof)
          or d.verified_at is not null and o.org_id is null
          or d.check_due_at is not null and w.org_id is null
      union all
      select o.org_id, o.domain_id, o.name, o.proven_at, null, o.org_id
        from form_domain_owners o
        left join form_domains d on d.org_id = o.org_id and d.id = o.domain_id and d.name = o.name
       where d.id is null
      union all
      select f.org_id, f.domain_id, f.slug, null, null, null
        from forms f
        left join form_domains d on d.org_id = f.org_id and d.id = f.domain_id
       where f.domain_id is not null and f.deleted_at is null and d.id is null`,
  },
  {
    id: 'P7',
    sql: `
      select d.org_id, d.form_id, d.day, d.version, d.devices, d.durations, coalesce(f.submissions, 0) as submissions
        from (select org_id, form_id, day, version, sum(submissions) filter (where dimension = 'device') as devices,
                     sum(submissions) filter (where dimension = 'duration') as durations
                from form_details group by 1, 2, 3, 4) d
        left join form_days f using (org_id, form_id, day, version)
       where coalesce(d.devices, 0) <> coalesce(d.durations, 0) or coalesce(d.devices, 0) > coalesce(f.submissions, 0)`,
  },
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
