import { UnstyledButton } from '@mantine/core'
import { type BusinessMonth, MONEY_LISTS, MOVEMENTS, type PayerList } from '@trading-bot/contract/rest/billing/business'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import type { ReactNode } from 'react'
import type { Definition } from '../../ui/help/terms.ts'
import { Profit } from '../../ui/figures/profit.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import classes from './months-table.module.css'
import { MONEY_ABOUT, type MoneyBehind, MONEY_NAMES } from './money-drawer.tsx'
import { LIST_WORDS, monthName } from './movement-words.ts'
import type { Behind } from './payers-drawer.tsx'

type Props = {
  months: readonly BusinessMonth[]
  onOpen: (behind: Behind) => void
  onOpenMoney: (behind: MoneyBehind) => void
}

/** A row a month; every figure opens the users behind it. */
export function MonthsTable({ months, onOpen, onOpenMoney }: Props) {
  const open = (month: BusinessMonth, list: PayerList) => () => onOpen({ month: month.month, list })
  const columns: Column<BusinessMonth>[] = [
    { title: 'Month', isWhole: true, cell: ({ month, is_final }) => `${monthName(month)}${is_final ? '' : ' so far'}` },
    {
      title: 'Start',
      term: define('Start', 'The MRR at the first moment of the month.'),
      isFigure: true,
      cell: ({ start_mrr }) => formatRupees(start_mrr),
    },
    ...MOVEMENTS.map((movement) => ({
      title: LIST_WORDS[movement].name,
      term: define(LIST_WORDS[movement].name, LIST_WORDS[movement].about),
      isFigure: true,
      cell: (month: BusinessMonth) => {
        const { amount, payers } = month.movements[movement]
        if (payers === 0) return '–'
        return (
          <Opens name={`${LIST_WORDS[movement].name} of ${monthName(month.month)}`} onClick={open(month, movement)}>
            <Profit amount={amount} />
          </Opens>
        )
      },
    })),
    {
      title: 'MRR',
      term: define('MRR', LIST_WORDS.paying.about),
      isFigure: true,
      cell: (month) =>
        month.payers === 0 ? (
          formatRupees(month.mrr)
        ) : (
          <Opens name={`MRR of ${monthName(month.month)}`} onClick={open(month, 'paying')}>
            {formatRupees(month.mrr)}
          </Opens>
        ),
    },
    {
      title: 'Payers',
      term: define('Payers', 'Users with a paid period that runs at the end of the month, or now.'),
      isFigure: true,
      cell: ({ payers }) => formatNumber(payers),
    },
    {
      title: 'Churn, users',
      term: define('Churn, users', 'Of those who paid at the start of the month, how many do not any more.'),
      isFigure: true,
      cell: ({ churn_percent }) => percent(churn_percent),
    },
    {
      title: 'Churn, value',
      term: define('Churn, value', 'What they were worth a month, as a share of the MRR at the start.'),
      isFigure: true,
      cell: ({ value_churn_percent }) => percent(value_churn_percent),
    },
    ...MONEY_LISTS.map((list) => ({
      title: MONEY_NAMES[list],
      term: define(MONEY_NAMES[list], MONEY_ABOUT[list]),
      isFigure: true,
      cell: ({ month, [list]: amount }: BusinessMonth) =>
        amount === 0 ? (
          '–'
        ) : (
          <Opens name={`${MONEY_NAMES[list]} in ${monthName(month)}`} onClick={() => onOpenMoney({ month, list })}>
            {formatRupees(amount)}
          </Opens>
        ),
    })),
    {
      title: 'Refund rate',
      term: define('Refund rate', 'What went back in the month, as a share of what came in. GST is in both.'),
      isFigure: true,
      cell: ({ refund_percent }) => percent(refund_percent),
    },
  ]
  return <DataTable name="MRR by month" rows={months} rowKey={({ month }) => month} columns={columns} />
}

function define(name: string, text: string): Definition {
  return { name, text }
}

export function Opens({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <UnstyledButton className={classes['opens'] ?? ''} aria-label={name} onClick={onClick}>
      {children}
    </UnstyledButton>
  )
}

export function percent(value: number | null): string {
  return value === null ? '–' : `${formatNumber(value)} %`
}
