import { TextInput, type TextInputProps } from '@mantine/core'

/** The day that the bot is walked through. */
export function DayField({ last, ...input }: TextInputProps & { last: string }) {
  return (
    <TextInput
      type="date"
      label="Day"
      description="Choose a day on which the market was open."
      maw={360}
      max={last}
      {...input}
    />
  )
}
