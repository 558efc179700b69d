/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { SendField } from "@/components/ui/send-field";

const onSend = jest.fn();

test("Enter sends, but not the one that confirms a word of an input method", () => {
  render(
    <SendField
      label="Write a comment"
      sendLabel="Send"
      text="नमस्ते"
      onChange={() => {}}
      onSend={onSend}
      max={500}
      counterFrom={400}
      failure={undefined}
    />,
  );
  const field = screen.getByRole("textbox");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  // Safari has already ended the composition.
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(onSend).toHaveBeenCalledWith("नमस्ते");
});
