"""Foreign keys by which a unique constraint begins lose the index that they had besides: a tenth of what a stored move takes."""

from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_notice"),
    ]

    operations = [
        migrations.AlterField(
            model_name="move",
            name="round",
            field=models.ForeignKey(db_index=False, on_delete=CASCADE, related_name="move_set", to="games.round"),
        ),
        migrations.AlterField(
            model_name="move",
            name="table",
            field=models.ForeignKey(db_index=False, on_delete=CASCADE, related_name="+", to="games.table"),
        ),
        migrations.AlterField(
            model_name="report",
            name="table",
            field=models.ForeignKey(db_index=False, on_delete=CASCADE, related_name="reports", to="games.table"),
        ),
        migrations.AlterField(
            model_name="round",
            name="table",
            field=models.ForeignKey(db_index=False, on_delete=CASCADE, related_name="rounds", to="games.table"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="table",
            field=models.ForeignKey(db_index=False, on_delete=CASCADE, related_name="seats", to="games.table"),
        ),
    ]
