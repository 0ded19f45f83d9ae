import { Alert, Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core'
import {
  AssignAddress,
  assignAddress,
  type FamilyConsent,
  type ManagedUser,
} from '@trading-bot/contract/rest/accounts/users'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { USER_QUERIES } from './user-queries.ts'

type Values = {
  outbound_address: string | null
  secondary_address: string | null
  /** Undefined for an address of its own. */
  family: { relation: FamilyConsent['relation']; evidence: string; consented_on: string } | undefined
}

const RELATIONS: Readonly<Record<FamilyConsent['relation'], string>> = {
  spouse: 'Spouse',
  dependent_child: 'Dependent child',
  dependent_parent: 'Dependent parent',
}
const NO_CONSENT: Values['family'] = { relation: 'spouse', evidence: '', consented_on: '' }

/** An empty value removes the address. */
export function AddressForm({ user }: { user: ManagedUser }) {
  const { form, formProps, showServerErrors } = useSchemaForm<Values>({
    schema: AssignAddress,
    initialValues: {
      outbound_address: user.outbound_address,
      secondary_address: user.secondary_address,
      family: undefined,
    },
    onSubmit: ({ family, ...values }) => assign.mutate({ id: user.id, ...values, ...(family && { family }) }),
    fieldOfCode: { ADDRESS_TAKEN: 'outbound_address', ADDRESS_CHANGED: 'outbound_address' },
  })
  const assign = useCall(assignAddress, {
    refresh: USER_QUERIES,
    onFailed: showServerErrors,
    onDone: ({ message }) => {
      notify('success', message)
      form.setFieldValue('family', undefined)
    },
  })
  const address = (field: 'outbound_address' | 'secondary_address') => ({
    ...form.getInputProps(field),
    placeholder: 'None',
    autoComplete: 'off',
    value: form.values[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      form.setFieldValue(field, event.currentTarget.value.trim() || null),
  })
  const isShared = form.values.family !== undefined
  return (
    <form {...formProps} aria-label="Outbound address">
      <Stack gap="sm">
        {user.shares_address_of && !user.has_family_consent && (
          <Alert color="yellow" variant="light">
            {`${user.shares_address_of} has this address too, and no family consent is recorded: the account cannot trade live. Record the consent, or assign an address of its own.`}
          </Alert>
        )}
        <TextInput
          label="Outbound address for live trading"
          description="The primary one registered for this account at the broker. Without one the account trades on paper only."
          {...address('outbound_address')}
        />
        <TextInput
          label="Secondary address"
          description="Registered beside it. Orders leave from the primary one."
          {...address('secondary_address')}
        />
        <Switch
          label="Shared with a family member who has it"
          checked={isShared}
          onChange={(event) => form.setFieldValue('family', event.currentTarget.checked ? NO_CONSENT : undefined)}
        />
        {isShared && (
          <Group grow align="flex-start">
            <Select
              label="Relation to that member"
              data={Object.entries(RELATIONS).map(([value, label]) => ({ value, label }))}
              allowDeselect={false}
              {...form.getInputProps('family.relation')}
            />
            <TextInput
              label="Where the written consent is"
              maxLength={200}
              {...form.getInputProps('family.evidence')}
            />
            <TextInput type="date" label="Day of the consent" {...form.getInputProps('family.consented_on')} />
          </Group>
        )}
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={assign.isPending}>
            Assign
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
