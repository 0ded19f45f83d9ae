import type { Readiness } from '@trading-bot/contract/rest/trading/bots'
import type { EgressProbe } from '@trading-bot/contract/rest/trading/hosting'
import { RATE_LIMITS } from '@trading-bot/engine/brokers/angel-one/requests/rate-limits'
import type { Context } from '../../../platform/http/context.ts'
import { readProbes } from '../../egress/index.ts'
import {
  type HostingRefusal,
  hostingSentence,
  type LiveSubject,
  listApprovals,
  listEmpanelments,
  momentText,
  readHostingRefusals,
} from '../../hosting/index.ts'
import { PAPER_MEANWHILE, readinessItem } from './readiness-item.ts'

const REGULAR_PLAN = { label: 'Choose a regular plan', path: '/pricing' }
const SET_UP = { label: 'Choose your symbol', path: '/subscriptions' }

/** What the hosting mode asks of a live start, one sentence for each rule. The demo is simulated: nothing. */
export async function checkHosting(context: Context, subject: LiveSubject): Promise<Readiness[]> {
  const { hosting } = context.config.compliance
  if (hosting === 'simulated') return []
  const refusals = await readHostingRefusals(context.db, subject, context.clock.now())
  switch (hosting) {
    case 'paper':
      return refusals.map((refusal) => readinessItem('live_hosting', false, hostingSentence(refusal), PAPER_MEANWHILE))
    case 'own-logic':
      return [...ownLogicItems(refusals), ...sharedAddressItem(refusals)]
    case 'provider':
      return [...(await providerItems(context, subject, refusals)), ...sharedAddressItem(refusals)]
  }
}

/** The parameters themselves are confirmed with the start. */
function ownLogicItems(refusals: readonly HostingRefusal[]): Readiness[] {
  const refusal = refusals.find(({ rule }) => rule === 'NOT_REGULAR' || rule === 'SYMBOL_NOT_CHOSEN')
  const fix = refusal?.rule === 'NOT_REGULAR' ? REGULAR_PLAN : SET_UP
  const mostASecond = RATE_LIMITS.orders.second
  return [
    refusal
      ? readinessItem('live_own_logic', false, hostingSentence(refusal), fix)
      : readinessItem('live_own_logic', true, 'Parameters of your own, which you confirm when you start', null),
    readinessItem(
      'live_rate',
      mostASecond < EXCHANGE_LIMIT,
      `At most ${mostASecond} orders a second: from ${EXCHANGE_LIMIT} on the exchange wants own logic registered`,
      null,
    ),
  ]
}

// Orders a second of one client; SEBI, 4 February 2025, and NSE/INVG/67858 of 5 May 2025.
const EXCHANGE_LIMIT = 10

async function providerItems({ db }: Context, { version }: LiveSubject, refusals: readonly HostingRefusal[]) {
  const refused = (...rules: HostingRefusal['rule'][]) => refusals.find(({ rule }) => rules.includes(rule))
  const [empanelment] = await listEmpanelments(db, { currentOnly: true })
  const [approval] = await listApprovals(db, version)
  const item = (code: Readiness['code'], refusal: HostingRefusal | undefined, text: string) =>
    readinessItem(code, refusal === undefined, refusal ? hostingSentence(refusal) : text, PAPER_MEANWHILE)
  const until = (end: Date | null | undefined) => (end ? `, valid until ${momentText(end)}` : '')
  return [
    item(
      'live_empanelment',
      refused('NO_EMPANELMENT', 'EMPANELMENT_ENDED'),
      `Empanelled algo provider ${empanelment?.provider_name}, ${empanelment?.number}${until(empanelment?.valid_until)}`,
    ),
    item(
      'live_approval',
      refused('NO_APPROVAL', 'APPROVAL_ENDED'),
      `The broker’s approval ${approval?.reference} of this strategy version${until(approval?.valid_until)}`,
    ),
    ...(empanelment
      ? [probeItem('live_provider', 'The broker’s server', await probeOf(db, empanelment.egress_address))]
      : []),
  ]
}

function sharedAddressItem(refusals: readonly HostingRefusal[]): Readiness[] {
  const shared = refusals.find(({ rule }) => rule === 'SHARED_ADDRESS')
  return shared ? [readinessItem('live_hosting', false, hostingSentence(shared), PAPER_MEANWHILE)] : []
}

/** Whether the broker answered to the account's own address when it was tried last. */
export async function checkProbe({ db, config }: Context, address: string | null): Promise<Readiness[]> {
  const { hosting } = config.compliance
  if (hosting === 'simulated' || hosting === 'paper' || address === null) return []
  return [probeItem('live_probe', 'Your orders', await probeOf(db, address))]
}

type Probed = { readonly address: string; readonly probe: EgressProbe | undefined }

async function probeOf(db: Context['db'], address: string): Promise<Probed> {
  return { address, probe: (await readProbes(db, [address])).get(address) }
}

/** What nobody has tried is not known, and blocks nothing. */
function probeItem(code: 'live_provider' | 'live_probe', whose: string, { address, probe }: Probed): Readiness {
  const leave = `${whose} leave${whose.endsWith('s') ? '' : 's'} from ${address}`
  if (!probe) {
    const warning = 'Whether Angel One answers to this address has not been tried yet.'
    return { ...readinessItem(code, true, leave, null), warning }
  }
  const at = momentText(new Date(probe.probed_at))
  if (probe.result === 'reached') return readinessItem(code, true, `${leave}; Angel One answered on ${at}`, null)
  const why =
    probe.result === 'blocked' ? 'Angel One blocks it' : `Angel One could not be reached from it (${probe.detail})`
  return readinessItem(code, false, `${leave}: ${why}, tried on ${at}. Ask the operator to see to it.`, PAPER_MEANWHILE)
}
