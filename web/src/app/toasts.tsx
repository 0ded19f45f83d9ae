import { Notifications } from '@mantine/notifications'
import classes from './app.module.css'

export function Toasts() {
  return (
    <Notifications
      position="top-right"
      limit={20}
      containerWidth={380}
      transitionDuration={150}
      classNames={{ root: classes['toasts'] }}
    />
  )
}
