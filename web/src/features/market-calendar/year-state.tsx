import { Alert, Button, Group, Text } from '@mantine/core'
import { type Calendar, confirmCalendarYear } from '@trading-bot/contract/rest/trading/calendar'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DoneIcon, WarningIcon } from '../../ui/icons.ts'
import { useCalendarEdit } from './use-calendar-edit.ts'

/** Whether the year can be traded: only after an administrator has confirmed that its holidays are complete. */
export function YearState({ calendar: { year, is_confirmed, has_begun, holidays } }: { calendar: Calendar }) {
  const [isAsking, setAsking] = useState(false)
  const confirm = useCalendarEdit(confirmCalendarYear, () => setAsking(false))
  const closed = holidays.filter((row) => !row.is_settlement_only).length
  return (
    <>
      <Alert
        component="section"
        aria-label={`State of ${year}`}
        variant="light"
        color={is_confirmed ? 'gray' : 'yellow'}
        icon={is_confirmed ? <DoneIcon /> : <WarningIcon />}
        mb="lg"
        title={is_confirmed ? `${year} is confirmed` : `${year} is not confirmed`}
      >
        <Group justify="space-between" align="flex-end">
          <Text size="sm">{sentenceOf(year, is_confirmed, closed)}</Text>
          {is_confirmed && !has_begun && (
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              Withdraw confirmation
            </Button>
          )}
          {!is_confirmed && closed > 0 && (
            <Button size="xs" loading={confirm.isPending} onClick={() => confirm.mutate({ year, is_confirmed: true })}>
              Confirm {year}
            </Button>
          )}
        </Group>
      </Alert>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Withdraw the confirmation of ${year}?`}
        action="Withdraw confirmation"
        isSending={confirm.isPending}
        onConfirm={() => confirm.mutate({ year, is_confirmed: false })}
        onClose={() => setAsking(false)}
      >
        No bot trades on NSE in {year} until it is confirmed again.
      </ConfirmDialog>
    </>
  )
}

function sentenceOf(year: number, isConfirmed: boolean, holidays: number): string {
  if (isConfirmed) return `${holidays} holidays. Every other weekday of ${year} trades.`
  return holidays === 0
    ? `No bot trades on NSE in ${year} until its holidays are imported or entered, and confirmed.`
    : `No bot trades on NSE in ${year} until you confirm that its ${holidays} holidays are complete.`
}
