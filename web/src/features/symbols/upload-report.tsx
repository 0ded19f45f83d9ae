import { Stack, Text } from '@mantine/core'
import type { SymbolReport } from '@trading-bot/contract/rest/trading/symbols'
import { formatNumber } from '@trading-bot/core/format-number'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { Facts } from '../../ui/figures/facts.tsx'

export function UploadReport({ report }: { report: SymbolReport }) {
  const { added, changed, unchanged, skipped, refused, refusals, token_changes } = report
  const figure = (value: number) => formatNumber(value)
  return (
    <Stack gap="md">
      <Facts
        isStacked
        items={[
          ['Added', figure(added)],
          ['Changed', figure(changed)],
          ['Unchanged', figure(unchanged)],
          ...(report.format === 'master' ? ([['Not NSE shares', figure(skipped)]] as const) : []),
          ['Refused', figure(refused)],
        ]}
      />
      {report.format === 'master' && added > 0 && (
        <Text size="sm" c="dimmed">
          Symbols of a master are off until you switch them on.
        </Text>
      )}
      {token_changes.length > 0 && (
        <>
          <Text size="sm">
            Running bots trade these symbols, so their new tokens were not taken. Confirm each one with “Token” on its
            row.
          </Text>
          <DataTable
            name="Held back tokens"
            rows={token_changes}
            rowKey={({ symbol }) => symbol}
            columns={[
              { title: 'Symbol', cell: ({ symbol }) => symbol },
              { title: 'Token', isFigure: true, cell: ({ from }) => from },
              { title: 'New token', isFigure: true, cell: ({ to }) => to },
              { title: 'Running bots', isFigure: true, cell: ({ running_bots }) => running_bots },
            ]}
          />
        </>
      )}
      {refusals.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {refused > refusals.length ? `The first ${refusals.length} refused rows` : 'Refused rows'}
          </Text>
          <DataTable
            name="Refused rows"
            rows={refusals}
            rowKey={({ row }) => String(row)}
            columns={[
              { title: 'Row', cell: ({ row }) => `Row ${row}` },
              { title: 'Symbol', cell: ({ symbol }) => symbol },
              { title: 'Reason', cell: ({ reason }) => reason },
            ]}
          />
        </>
      )}
    </Stack>
  )
}
