import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { brokenRules, FIRST_CHECKED } from './migration-rules.mjs'

const FOLDER = path.resolve(import.meta.dirname, '../server/migrations')

test.each(readdirSync(FOLDER).filter((file) => Number.parseInt(file, 10) >= FIRST_CHECKED))(
  '%s may run beside the release before it, under load',
  (file) => {
    expect(brokenRules(readFileSync(path.join(FOLDER, file), 'utf8'))).toEqual([])
  },
)

test.each([
  ['alter table orders add column shard smallint not null generated always as (1) stored', 'rewrites'],
  ['alter table symbols alter column token type text', 'rewrites'],
  ['alter table orders alter column code set not null', 'checks every row'],
  ['alter table orders add constraint known check (code is null)', 'checks every row'],
  ['create index orders_code on orders (code)', 'builds an index'],
  ['drop table engine_leases', 'takes away'],
  ['alter table symbols drop column lot_size', 'takes away'],
  ['alter table symbols rename column lot_size to lot', 'takes away'],
  ['update orders set code = null', 'at once'],
])('%s is refused, unless the file says why it is no harm', (statement, why) => {
  const [broken] = brokenRules(statement)
  expect(broken).toContain(why)
  const word = /"-- (\w+):/.exec(broken!)![1]!
  expect(brokenRules(`-- ${word}: the table is empty in every installation\n${statement}`)).toEqual([])
})

test.each([
  'create table notes (id uuid primary key); create index notes_newest on notes (id)',
  'alter table orders add column note text',
  'alter table orders add column is_late boolean not null default false',
  'alter table orders add constraint known check (code is null) not valid; alter table orders validate constraint known',
  "update orders set code = 'X' where ended_at is null",
  'create function moved() returns trigger language plpgsql as $$ begin drop table x; end $$',
])('%s is allowed', (sql) => {
  expect(brokenRules(sql)).toEqual([])
})
