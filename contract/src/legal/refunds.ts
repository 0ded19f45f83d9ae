import type { Notice } from './notice.ts'

export const REFUNDS: Notice = {
  version: '2026-11-19',
  title: 'Refund policy',
  summary: 'What you get back when you cancel, change plans or pay by mistake.',
  sections: [
    {
      heading: 'When you cancel',
      paragraphs: [
        'You can cancel a plan at any time. It ends at once: no new trades are entered, and open positions are managed to their exit.',
        'The unused value is the price you paid × the time left ÷ the whole period, rounded down to the paisa. The cancel dialog shows it before you confirm. A refund request for what you paid of it is filed automatically; what credit had paid becomes credit again.',
        'If you only want no further charge, stop the renewal instead: the plan then runs to its end and nothing is refunded.',
      ],
    },
    {
      heading: 'How a refund is paid',
      paragraphs: [
        'An administrator checks the request. The refund goes back to the payment method you used, through the payment provider, and is complete when the provider confirms it. Banks usually take 5 to 7 working days.',
        'A refund is at most the unused value; more is possible only for a stated reason. You receive a credit note with the GST that is returned. A refund that the provider rejects stays owed to you and is tried again.',
      ],
    },
    {
      heading: 'When you change plans',
      paragraphs: [
        'On an upgrade the unused value of the old plan is deducted from the price of the new one. On a downgrade it becomes time on the cheaper plan. What cannot be turned into time stays as credit and is used for your next payment.',
      ],
    },
    {
      heading: 'Payments that bought nothing',
      paragraphs: [
        'If you paid twice, or paid for an order that could no longer be fulfilled, the whole amount is refunded automatically and you are told by mail.',
      ],
    },
    {
      heading: 'What is not refunded',
      paragraphs: [
        'Time that has been used, plans that have ended, trading losses, and brokerage or taxes charged by your broker.',
        'If you close your account, the unused value of your plan is refunded in the same way.',
      ],
    },
  ],
}
