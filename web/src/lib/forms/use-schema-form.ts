import type { RefusalCode } from '@trading-bot/contract/rest/refusals'
import { type FormErrors, schemaResolver, useForm } from '@mantine/form'
import { ApiFailure } from '../api/api-failure.ts'
import { errorText, fieldErrors } from '../api/error-text.ts'

type Options<Values> = {
  schema: Parameters<typeof schemaResolver>[0]
  initialValues: Values
  onSubmit: (values: Values) => void
  onInvalid?: (firstError: string) => void
  /** Also validates each field while it is being typed. */
  isCheckedOnChange?: boolean
  /** Refusal codes that belong to one field. */
  fieldOfCode?: Readonly<Partial<Record<RefusalCode, keyof Values & string>>>
}

/** A form that validates by the contract's schema, focuses its first error and shows the server's field errors. */
export function useSchemaForm<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { schema, initialValues, onSubmit, onInvalid, isCheckedOnChange = false, fieldOfCode } = options
  const form = useForm<Values>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnChange: isCheckedOnChange,
  })

  /** The first error on the page, which is not always the first in the schema. */
  function focusFirstError(errors: FormErrors): string | undefined {
    const wrong = Object.keys(errors).flatMap((path) => {
      const input = form.getInputNode(path)
      return input ? [{ path, input }] : []
    })
    const first = wrong.sort((a, b) => (isBefore(a.input, b.input) ? -1 : 1))[0]
    first?.input.focus()
    const text = errors[first?.path ?? '']
    return typeof text === 'string' ? text : undefined
  }

  return {
    form,
    formProps: {
      noValidate: true,
      onSubmit: form.onSubmit(onSubmit, (errors) => {
        const text = focusFirstError(errors)
        if (text !== undefined) onInvalid?.(text)
      }),
    },
    /** True when every error of the failure now stands beside its field. */
    showServerErrors(failure: unknown): boolean {
      const field = failure instanceof ApiFailure ? fieldOfCode?.[failure.body['code'] as RefusalCode] : undefined
      const errors = field ? { [field]: errorText(failure) } : fieldErrors(failure)
      form.setErrors(errors)
      focusFirstError(errors)
      const paths = Object.keys(errors)
      return paths.length > 0 && paths.every((path) => form.getInputNode(path) !== null)
    },
  }
}

function isBefore(a: Node, b: Node): boolean {
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
