import { Button, Group, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import {
  deleteSetting,
  listSettings,
  problemWith,
  type SettingView,
  updateSetting,
} from '@trading-bot/contract/rest/operations/settings'
import { readNotice } from '@trading-bot/contract/rest/operations/maintenance'
import { type FormEvent, useState } from 'react'
import { errorText, fieldErrors } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'

type Value = SettingView['value']
const CALENDAR_QUERIES = [listSettings, readNotice]

/** One setting with its description, its value and a reset to its default. */
export function SettingRow({ setting }: { setting: SettingView }) {
  const { key, label, description } = setting
  const [value, setValue] = useState<Value>(setting.value)
  const [problem, setProblem] = useState<string | null>(null)
  const effects = {
    refresh: CALENDAR_QUERIES,
    explain: (failure: unknown) => (fieldErrors(failure)['value'] ? null : errorText(failure)),
    onFailed: (failure: unknown) => setProblem(fieldErrors(failure)['value'] ?? null),
  }
  const save = useCall(updateSetting, { ...effects, onDone: () => notify('success', `${label} saved.`) })
  const reset = useCall(deleteSetting, {
    ...effects,
    onDone: () => notify('success', `${label} is back to its default.`),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = problemWith(key, value)
    setProblem(wrong ?? null)
    if (wrong === undefined) save.mutate({ id: key, value })
  }

  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-end">
          <Field setting={setting} value={value} problem={problem} onChange={setValue} />
          <Button variant="default" type="submit" disabled={value === setting.value} loading={save.isPending}>
            Save
          </Button>
          {!setting.is_default && (
            <Button variant="subtle" loading={reset.isPending} onClick={() => reset.mutate({ id: key })}>
              Reset
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {description} Default: {textOf(setting.default)}.
        </Text>
      </Stack>
    </form>
  )
}

type FieldProps = {
  setting: SettingView
  value: Value
  problem: string | null
  onChange: (value: Value) => void
}

function Field({ setting: { type, label }, value, problem, onChange }: FieldProps) {
  if (type === 'bool') {
    return (
      <Switch
        label={label}
        mb="xs"
        flex={1}
        maw={320}
        checked={value === true}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (type === 'int') {
    return (
      <NumberInput
        label={label}
        flex={1}
        maw={320}
        allowDecimal={false}
        hideControls
        value={typeof value === 'boolean' ? '' : value}
        error={problem}
        onChange={onChange}
      />
    )
  }
  return (
    <TextInput
      label={label}
      flex={1}
      maw={320}
      type={type === 'email' ? 'email' : 'text'}
      value={String(value)}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === '' ? 'none' : String(value)
}
