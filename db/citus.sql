-- Distributes the tables as db/tables.sql says. Applied at every migration where Citus is in the database and has machines for the
-- tables; what is distributed already stays as it is. Each table by itself, in the order in which they were made: a foreign key
-- refers to a table that is distributed before.

-- The books refuse to be rewritten by triggers, which judge by the row alone and so hold on every shard.
set citus.enable_unsafe_triggers = on;

do $$
declare
  one record;
begin
  for one in
    select c.oid::regclass as name, k.kind, k.key_column
      from table_kinds k join pg_class c on c.relname = k.table_name and c.relnamespace = 'public'::regnamespace
     where k.kind <> 'here' and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
     order by (k.kind = 'everywhere'), k.table_name <> 'organizations', c.oid
  loop
    if one.kind = 'everywhere' then
      perform create_reference_table(one.name);
    elsif one.key_column = 'id' then
      perform create_distributed_table(one.name, one.key_column, colocate_with := 'none');
    else
      perform create_distributed_table(one.name, one.key_column, colocate_with := 'organizations');
    end if;
  end loop;
end $$;

create or replace view distributed_tables (table_name, kind, key_column) as
  select c.relname::text collate "default", case when p.partmethod = 'h' then 'by organization' when p.repmodel = 't' then 'everywhere' else 'here' end,
         case when p.partmethod = 'h' then column_to_column_name(p.logicalrelid, p.partkey) end
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid;

-- What is said on each connection does not reach the machines behind this one: how long a statement waits for a lock,
-- in which time zone it reckons, and that nothing is compiled, which takes seconds for a check of many tables on many
-- shards.
do $$
declare
  setting text;
  refused text;
begin
  foreach setting in array array['lock_timeout to ''1500ms''', 'timezone to ''UTC''', 'jit to off'] loop
    select string_agg(nodename || ':' || nodeport || ': ' || result, '; ') into refused
      from run_command_on_workers(format(
        'set citus.enable_ddl_propagation = off; alter database %I set %s', current_database(), setting))
     where not success;
    if refused is not null then
      raise exception '% could not be set: %', setting, refused;
    end if;
  end loop;
end $$;
