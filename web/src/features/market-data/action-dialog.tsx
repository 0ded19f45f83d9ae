import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { ACTION_KINDS } from '@trading-bot/core/history/adjust-bars'
import {
  addCorporateAction,
  CorporateActionForm,
  listCorporateActions,
  readCoverage,
} from '@trading-bot/contract/rest/trading/market-data'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Values = {
  symbol: string
  ex_day: string
  kind: (typeof ACTION_KINDS)[number]
  factor: number
  note: string
}

const FIRST: Values = { symbol: '', ex_day: '', kind: 'split', factor: 0.5, note: '' }

export function ActionDialog({ onClose }: { onClose: () => void }) {
  const { form, formProps, showServerErrors } = useSchemaForm<Values>({
    schema: CorporateActionForm,
    initialValues: FIRST,
    onSubmit: (values) => add.mutate(values),
  })
  const add = useCall(addCorporateAction, {
    refresh: [listCorporateActions, readCoverage],
    onFailed: showServerErrors,
    onDone: ({ symbol }) => {
      notify('success', `Corporate action of ${symbol} saved.`)
      onClose()
    },
  })
  return (
    <FormModal opened onClose={onClose} title="Add corporate action">
      <form {...formProps} aria-label="Corporate action">
        <Stack>
          <TextInput label="Symbol" placeholder="For example SBIN-EQ" {...form.getInputProps('symbol')} />
          <TextInput type="date" label="Ex-day" {...form.getInputProps('ex_day')} />
          <Select
            label="What happened"
            data={[...ACTION_KINDS]}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
          <NumberInput
            label="Prices before it are multiplied by"
            description="One share became five: 0.2. A bonus of one for one: 0.5."
            decimalScale={6}
            min={0}
            {...form.getInputProps('factor')}
          />
          <TextInput label="Note" maxLength={200} {...form.getInputProps('note')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Save action
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
