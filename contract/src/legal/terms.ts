import type { Notice } from './notice.ts'
import { type LegalVariant, variantKey } from './variant.ts'
import { feeSharingText, whatWeAre, whoDecides } from './who-decides.ts'

/** The demo does no business: its text names no mode. */
export function termsOf(variant: LegalVariant): Notice {
  const { hosting, black_boxes, fee_sharing, provider } = variant
  const isPlain = hosting === 'simulated' && !black_boxes && fee_sharing === null
  const key = variantKey(variant, [fee_sharing ?? undefined, provider?.name, provider?.number])
  return {
    version: isPlain ? '2026-11-16' : `2026-11-19-${key}`,
    title: 'Terms of use',
    summary: 'What we provide, what you are responsible for, and how either of us can end it.',
    sections: [
      whatItIs(variant),
      ...USE,
      ...deciders(variant),
      RESPONSIBILITIES,
      priceAndTax(isPlain ? [] : [feeSharingText(variant)]),
      ...END,
    ],
  }
}

type Section = Notice['sections'][number]

function whatItIs(variant: LegalVariant): Section {
  return {
    heading: 'What Trading Bot is',
    paragraphs: [
      'Trading Bot is software that runs rule-based strategies on Indian equities. It places orders only in your own account with your own broker, within the limits you set.',
      whatWeAre(variant),
      'We do not promise or assure any return. Past results, backtests and paper trades do not predict future results.',
    ],
  }
}

const USE: readonly Section[] = [
  {
    heading: 'Who may use it',
    paragraphs: [
      'You must be at least 18 years old, able to enter into a contract under Indian law, and trade for yourself. One account per person; give correct details and keep them current.',
      'Keep your password, authenticator and passkeys to yourself. What is done with your sign-in counts as done by you until you tell us that it was stolen.',
    ],
  },
  {
    heading: 'Algorithmic trading rules',
    paragraphs: [
      'Orders placed by software are regulated by SEBI and the exchanges. Your broker, not we, registers an algorithm with the exchange and is responsible for it as principal. Live trading needs a registered algorithm, a static network address registered with your broker, and your own typed consent. Until all three are in place a bot trades on paper only.',
      'Your agreement with your broker continues to apply. The broker or the exchange may reject, limit or stop orders at any time.',
    ],
  },
]

function deciders(variant: LegalVariant): Section[] {
  const decides = whoDecides(variant)
  if (decides.length === 0) return []
  return [{ heading: 'Who decides, and who is responsible', paragraphs: [...decides, ACCEPTED_SHEET] }]
}

const RESPONSIBILITIES: Section = {
  heading: 'Your responsibilities',
  paragraphs: [
    'You choose the plan, the capital and the limits, and you decide whether a bot runs. Check your positions and your broker account regularly. You can stop your bot at any time; stopping blocks new entries and never blocks exits.',
    'Do not attack, overload or copy the platform, resell access to it, or use it to manipulate the market.',
  ],
}

function priceAndTax(shared: readonly string[]): Section {
  return {
    heading: 'Price and tax',
    paragraphs: [
      'Prices are per month in Indian rupees and include 18 % GST. You receive a GST invoice for every payment. Brokerage, exchange fees and taxes on your trades are charged by your broker and are not part of our price.',
      ...shared,
      'A plan lasts for the period you paid for. Cancellations and refunds follow the refund policy.',
    ],
  }
}

const END: readonly Section[] = [
  {
    heading: 'Availability and liability',
    paragraphs: [
      'We work to keep the platform available, but it depends on your broker, the exchanges, market data and networks that we do not control. Planned maintenance is announced on the screen.',
      'To the extent the law allows, we are not liable for trading losses or missed profits, and our total liability is limited to what you paid us in the 12 months before the event. Nothing here limits liability for fraud, wilful misconduct or anything else that cannot be limited by law.',
    ],
  },
  {
    heading: 'Ending the agreement',
    paragraphs: [
      'You can close your account on the profile page at any time once no position is open. We may suspend an account that breaks these terms or the law; open positions are still managed until they are closed.',
      'When these terms change, you are told after you sign in and asked to accept the new version. If you do not agree, close your account: the unused part of your plan is refunded.',
      'Indian law applies. Please write to the grievance officer named below first; the courts at the place of our registered office have jurisdiction.',
    ],
  },
]

const ACCEPTED_SHEET =
  'Every strategy has a sheet that says how it decides, within which limits, and which risks are known. Before a version trades with real money you read and accept its sheet; a new version asks again.'
