import { BotTest } from '@trading-bot/contract/rest/trading/bot-code'
import type {
  KeptTest,
  listBotTests as listSpec,
  readBotTest as readSpec,
} from '@trading-bot/contract/rest/trading/bot-studio'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { findStrategyRow } from '../bot-code-store.ts'
import { findTest, listTests, type TestRow } from './test-store.ts'

export const listBotTests: UseCase<typeof listSpec> = async ({ db }, { id }) => {
  if (!(await findStrategyRow(db, id))) return refuse('NOT_FOUND')
  return (await listTests(db, id)).map(testView)
}

export const readBotTest: UseCase<typeof readSpec> = async ({ db }, { id, test_id }) => {
  const row = await findTest(db, id, test_id)
  return row ? { test: testView(row), result: BotTest.parse(row.result) } : refuse('NOT_FOUND')
}

function testView({ id, test_type, success, error, tested_at, tested_by, version }: Omit<TestRow, 'result'>): KeptTest {
  const type = test_type === 'full' ? 'full' : 'quick'
  return { id, test_type: type, success, error, tested_at: tested_at.toISOString(), tested_by, version }
}
