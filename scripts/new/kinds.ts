import { planFeature } from "./kinds/feature.ts";
import { planFormat } from "./kinds/format.ts";
import { planNotice } from "./kinds/notice.ts";
import { planPayment } from "./kinds/payment.ts";
import { planProvider } from "./kinds/provider.ts";
import { planScreen } from "./kinds/screen.ts";
import { planSignIn } from "./kinds/sign-in.ts";
import { planTask } from "./kinds/task.ts";
import type { Names } from "./names.ts";
import type { Plan } from "./plan.ts";

/** What `npm run new` can create, one line each. `root` is the tree to change. */
export const kinds: Record<string, (names: Names, root: string) => Plan> = {
  provider: planProvider,
  format: planFormat,
  screen: planScreen,
  feature: planFeature,
  "sign-in": planSignIn,
  payment: planPayment,
  notice: planNotice,
  task: planTask,
};
