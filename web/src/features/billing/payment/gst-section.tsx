import { NativeSelect, Paper, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { GST_STATE_OPTIONS, type GstState } from '@trading-bot/contract/rest/billing/gst-states'
import { formatRupees } from '@trading-bot/core/money'
import { splitGst } from '@trading-bot/core/split-gst'
import { useEnvironment } from '../../../lib/queries/use-environment.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import type { Line } from './plan-summary.tsx'
import type { GstDetails } from './use-gst-details.ts'

const STATES = [{ value: '', label: 'Not given' }, ...GST_STATE_OPTIONS]

/** The tax within the amount as the invoice will state it, and what the invoice needs to know of the buyer. */
export function GstSection({ gst, due }: { gst: GstDetails; due: number }) {
  const sellerState = useEnvironment()?.seller_state
  return (
    <Paper component="section" aria-label="GST" p="md" radius="md">
      <Title order={3}>GST invoice</Title>
      <Text size="xs" c="dimmed" mb="sm">
        The price includes 18 % GST. The invoice will show this split.
      </Text>
      {sellerState && due > 0 && <Facts items={splitLines(due, (gst.state ?? sellerState) === sellerState)} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm" mt="sm">
        <NativeSelect
          label="State for the GST invoice (optional)"
          data={STATES}
          value={gst.state ?? ''}
          disabled={gst.isSaving}
          onChange={(event) => gst.saveState(event.currentTarget.value as GstState | '')}
        />
        <TextInput
          label="GSTIN (optional)"
          placeholder="15 characters"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={gst.gstin}
          error={gst.problem}
          onChange={(event) => gst.type(event.currentTarget.value)}
          onBlur={gst.check}
        />
      </SimpleGrid>
    </Paper>
  )
}

function splitLines(due: number, isSameState: boolean): readonly Line[] {
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = splitGst(BigInt(Math.round(due * 100)), isSameState)
  const line = (label: string, paise: bigint): Line => [label, formatRupees(Number(paise) / 100)]
  return [
    line('Taxable value', taxablePaise),
    ...(isSameState ? [line('CGST 9 %', cgstPaise), line('SGST 9 %', sgstPaise)] : [line('IGST 18 %', igstPaise)]),
  ]
}
