import { Button, Checkbox, Group, MultiSelect, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CouponForm, createCoupon, listCoupons } from '@trading-bot/contract/rest/billing/coupons'
import { listBotPlans, listPlans } from '@trading-bot/contract/rest/billing/plans'
import { fieldErrors, serverTextOr } from '../../lib/api/error-text.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

const FAILED = 'The coupon was not saved'

/** While it is typed: an empty field is none. */
const EMPTY = {
  coupon: '',
  percent: null as number | null,
  amount: null as number | null,
  plan_ids: [] as string[],
  first_day: null as string | null,
  last_day: null as string | null,
  once_per_user: true,
  max_redemptions: null as number | null,
  note: '',
}

type NumberField = 'percent' | 'amount' | 'max_redemptions'
type DayField = 'first_day' | 'last_day'

export function CouponModal({ onClose }: { onClose: () => void }) {
  const regular = useQuery(queryOf(listPlans, {}))
  const forBots = useQuery(queryOf(listBotPlans, {}))
  const create = useCall(createCoupon, {
    refresh: [listCoupons],
    explain: (failure) =>
      Object.keys(fieldErrors(failure)).length > 0 ? FAILED : serverTextOr(failure, ['error', 'message'], FAILED),
    onFailed: (failure) => showServerErrors(failure),
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: CouponForm,
    initialValues: EMPTY,
    onSubmit: (values) => create.mutate(values),
  })
  const number = (field: NumberField) => ({
    ...form.getInputProps(field),
    value: form.values[field] ?? '',
    onChange: (value: number | string) => form.setFieldValue(field, value === '' ? null : Number(value)),
    hideControls: true,
  })
  const day = (field: DayField) => ({
    ...form.getInputProps(field),
    type: 'date',
    value: form.values[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      form.setFieldValue(field, event.currentTarget.value || null),
  })
  const plans = [...(forBots.data ?? []), ...(regular.data ?? [])]
  return (
    <FormModal opened onClose={onClose} size="lg" title="Create Coupon">
      <form {...formProps} aria-label="Coupon">
        <Stack gap="md">
          <TextInput
            label="Code"
            description="3 to 24 letters, digits or hyphens. Its terms cannot be changed later."
            withAsterisk
            data-autofocus
            {...form.getInputProps('coupon')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <NumberInput label="Percentage" suffix=" %" {...number('percent')} />
            <NumberInput
              label="Or Amount"
              prefix="₹"
              thousandSeparator=","
              thousandsGroupStyle="lakh"
              {...number('amount')}
            />
            <TextInput label="First Day" description="Empty: at once." {...day('first_day')} />
            <TextInput label="Last Day" description="Empty: until it is switched off." {...day('last_day')} />
            <NumberInput
              label="Redemptions in All"
              description="Empty: as many as wanted."
              {...number('max_redemptions')}
            />
            <Checkbox
              label="Once per user"
              mt={{ base: 0, xs: 'xl' }}
              {...form.getInputProps('once_per_user', { type: 'checkbox' })}
            />
          </SimpleGrid>
          <MultiSelect
            label="Plans"
            description="Empty: every plan."
            data={plans.map(({ id, name }) => ({ value: id, label: name }))}
            clearable
            {...form.getInputProps('plan_ids')}
          />
          <TextInput label="Note" description="Only administrators see it." {...form.getInputProps('note')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create Coupon
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
