import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import { useEffect, useRef } from "react";
import { type FieldValues, get, useFormContext, useFormState } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { showProblem } from "../../design-system/form/show-problem";
import { isBlank } from "../descriptor-form/form-paths";

interface FormProblemsProps {
  /** Labels of the fields by path, in the order of the form. A path covers those below it. */
  labels: ReadonlyMap<string, string>;
}

/**
 * Names the first rejected field beside the form's button: "Fill in Base URL". After a rejected submission, and on a click, the form
 * scrolls to that field. Must be inside the form's provider and its `form` element.
 */
export function FormProblems({ labels }: FormProblemsProps) {
  const { t } = useTranslation("form-problems");
  const { control, getValues } = useFormContext<FieldValues>();
  const { errors, submitCount } = useFormState({ control });
  const anchor = useRef<HTMLSpanElement>(null);
  const rejected = [...labels].filter(([path]) => get(errors, path) !== undefined);
  const show = () => {
    const form = anchor.current?.closest("form");
    if (form) showProblem(form);
  };
  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (submitCount > 0 && form) showProblem(form);
  }, [submitCount]);

  const [first] = rejected;
  let text = "";
  if (first) {
    const [path, name] = first;
    const value: unknown = getValues(path);
    const { message } = get(errors, path) as { message?: string };
    // Problems of the whole form have their own sentence.
    if (path.startsWith("root.") && message) text = message;
    else text = t(isBlank(value) || Number.isNaN(value) ? "missing" : "invalid", { name });
    if (rejected.length > 1) text = t("more", { problem: text, count: rejected.length - 1 });
  }
  return (
    <Box
      component="span"
      ref={anchor}
      role="status"
      // A line of its own above the buttons on phones; beside them elsewhere, before the space that the panel keeps there.
      sx={{ flex: first ? { xs: "1 0 100%", sm: "1000 1 0" } : "none", minWidth: 0 }}
    >
      {first && (
        <ButtonBase
          onClick={show}
          sx={{
            gap: 0.75,
            px: 0.75,
            ml: -0.75,
            py: 0.5,
            borderRadius: 1,
            justifyContent: "flex-start",
            textAlign: "left",
            typography: "body2",
            color: "error.main",
          }}
        >
          <ErrorOutlineIcon aria-hidden sx={{ fontSize: 18, flexShrink: 0 }} />
          <span>{text}</span>
        </ButtonBase>
      )}
    </Box>
  );
}
