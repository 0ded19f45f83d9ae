import { Progress, Text } from '@mantine/core'
import classes from './step-bar.module.css'

type Props = { steps: readonly string[]; current: number; label: string }

/** The current position in a sequence of named steps; the first is 1. */
export function StepBar({ steps, current, label }: Props) {
  return (
    <div>
      <Progress value={(current / steps.length) * 100} size="sm" aria-label={label} transitionDuration={150} />
      <ol className={classes['steps']}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={classes['step']}
            data-state={stateOf(index + 1, current)}
            aria-current={index + 1 === current ? 'step' : undefined}
          >
            <Text size="xs" span>
              {step}
            </Text>
          </li>
        ))}
      </ol>
    </div>
  )
}

function stateOf(step: number, current: number): 'completed' | 'current' | 'ahead' {
  if (step === current) return 'current'
  return step < current ? 'completed' : 'ahead'
}
