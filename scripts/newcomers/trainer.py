"""Someone trains with GRPO and wants a reward that says how far a completion does what
the prompt demands. The call below is the one that TRL's GRPOTrainer makes: the columns
of the data set come as keyword arguments, one value for each completion."""
import adhere

reward = adhere.Reward()
batch = {
    "prompts": [[{"role": "user", "content": "Describe green tea without commas in at most 12 words."}]] * 3,
    "completions": [
        [{"role": "assistant", "content": "Green tea is unoxidised tea from Japan and China."}],
        [{"role": "assistant", "content": "<think>short, no commas</think>Green tea, as you know, is tea."}],
        [{"role": "assistant", "content": "<think>I never stop thinking"}],
    ],
    "requirements": [["no commas", "at most 12 words"]] * 3,
}
rewards = reward(**batch)
for completion, value in zip(batch["completions"], rewards):
    print(f"{value:.2f}  {completion[0]['content']}")
assert rewards == [1.0, 0.5, 0.0], rewards
