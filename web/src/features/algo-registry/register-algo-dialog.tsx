import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type Algo, listAlgos, RegisterAlgo, registerAlgo } from '@trading-bot/contract/rest/trading/algos'
import { useState } from 'react'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { KINDS, nameOf, needsPassword } from './algo-words.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Values = {
  logic_hash: string
  kind: 'white_box' | 'black_box'
  certificate: string | null
  report_day: string | null
  algo_id: string | null
  note: string
  password?: string
}

/** Records the application for a version, or its registration with the exchange's algo id. */
export function RegisterAlgoDialog({ algo, onClose }: { algo: Algo; onClose: () => void }) {
  const [isPasswordAsked, setPasswordAsked] = useState(false)
  const { form, formProps, showServerErrors } = useSchemaForm<Values>({
    schema: RegisterAlgo,
    initialValues: {
      logic_hash: algo.logic_hash,
      kind: 'white_box',
      certificate: null,
      report_day: null,
      algo_id: null,
      note: '',
    },
    onSubmit: (values) => register.mutate(values),
    fieldOfCode: { ALGO_ID_TAKEN: 'algo_id', ALGO_NEEDS_PASSWORD: 'password' },
  })
  const register = useCall(registerAlgo, {
    refresh: [listAlgos],
    onFailed: (failure) => {
      if (needsPassword(failure)) setPasswordAsked(true)
      // The password's field appears with its error, so it is not on the page yet.
      return showServerErrors(failure) || needsPassword(failure)
    },
    onDone: ({ state, algo_id }) => {
      notify('success', state === 'registered' ? `Algo ${algo_id} is registered.` : 'The application is recorded.')
      onClose()
    },
  })
  /** An empty field is no value. */
  const optional = (field: 'certificate' | 'report_day' | 'algo_id') => ({
    ...form.getInputProps(field),
    value: form.values[field] ?? '',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      form.setFieldValue(field, event.currentTarget.value === '' ? null : event.currentTarget.value),
  })
  return (
    <FormModal opened onClose={onClose} title={`Register ${nameOf(algo)}`}>
      <form {...formProps} aria-label="Registration">
        <Stack>
          <Text size="sm" c="dimmed">
            Angel One applies for the algo at NSE. Leave the algo id empty until the exchange has given one.
          </Text>
          <Select
            label="Kind"
            data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
          {form.values.kind === 'black_box' && (
            <>
              <Text size="sm">
                Without the analyst’s registration and the day of the research report a black box cannot be sold for
                live.
              </Text>
              <TextInput
                label="Research Analyst registration number"
                placeholder="INH000001234"
                {...optional('certificate')}
              />
              <TextInput type="date" label="Day of the research report" {...optional('report_day')} />
            </>
          )}
          <TextInput
            label="Algo id"
            description="As in the exchange’s letter"
            maxLength={30}
            {...optional('algo_id')}
          />
          <Textarea label="Note" description="Where the documents are" autosize {...form.getInputProps('note')} />
          {isPasswordAsked && (
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={register.isPending}>
              {form.values.algo_id === null ? 'Record application' : 'Register algo'}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
