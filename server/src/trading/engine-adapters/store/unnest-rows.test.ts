import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { unnestRows } from './unnest-rows.ts'

test('rows come back from the database unchanged, whatever they contain', async () => {
  const columns = { id: 'uuid', count: 'integer', sum: 'bigint', isOdd: 'boolean', at: 'timestamptz', text: 'text' }
  const texts = ['', 'NULL', 'null', ' ', 'a,b', '{}', '"', '\\', '\\"{,}\\\\', "it's", 'Zeile\nTab\t', '₹ घाटा', '$1']
  const rows = texts.map((text, index) => ({
    id: `00000000-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
    count: index - 3,
    sum: index % 2 === 0 ? null : String(2 ** 50 + index),
    isOdd: index % 2 === 1,
    at: new Date(1_000_000 * index).toISOString(),
    text: index === 3 ? null : text,
    inputs: { close: index, notified: text },
  }))
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { from, values } = unnestRows(rows, { ...columns, inputs: 'jsonb' }, 'r')
    const read = await client.query(`select * from ${from}`, values)
    expect(read.rows.map(({ isodd, at, ...row }) => ({ ...row, isOdd: isodd, at: at.toISOString() }))).toEqual(rows)
  } finally {
    await client.end()
  }
})
